import { boxOf, fitted, kept, UNITS, zoomed, type Sheet, type Size, type Spot, type View } from "./geometry";
import type { Box } from "./counter-plates";
import type { Place } from "./types";

const CLOSEST = 6; // pixels to the map unit
/** The rulers along the edges of the pane, where there is room for them. */
const RULERS = 22;
/** Scale and buttons stand below the map, not on it. */
const BELOW = 56;
/** Who is kept in sight is kept so far from the edge. */
const MARGIN = 48;
/** How far the buttons of a phone reach down: pixels. */
const BUTTONS = 190;
/** And how far they reach from the right. */
const BUTTONS_WIDE = 100;
/** How far up they reach on a phone that is held across. */
const ACROSS = 62;
/** On a phone a counter must be large enough for a finger; nearer than this nobody is brought. */
const FOR_FINGERS = 0.9;
/** How long the map takes from one place to another: milliseconds. */
const GLIDE = 250;

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);

/** What is seen of the map: which part of it, and from how near. */
export class Camera {
  pane = $state<Size>({ width: 0, height: 0 });
  view = $state.raw<View>({ x: 0, y: 0, scale: 1 });
  /** Somebody has moved it: from then on it stays where it is put. */
  #moved = false;
  #frame = 0;
  /** Where it is on its way to. */
  #goal: View | null = null;

  constructor(
    readonly sheet: Sheet,
    readonly phone: () => boolean,
    /** Scale and buttons stand in the upper corners: a map that leaves room stands below them as far as it can. */
    readonly low: () => boolean = phone,
  ) {}

  get edge(): number {
    return this.phone() ? 0 : RULERS;
  }

  /** The part of the pane that shows the map. */
  get seen(): Size {
    return { width: Math.max(this.pane.width - this.edge, 1), height: Math.max(this.pane.height - this.edge, 1) };
  }

  /** How far down nothing lies on the map: where a phone that is held across has its buttons, nobody is brought. */
  get #open(): number {
    return this.seen.height - this.#below;
  }

  get #below(): number {
    return this.phone() && !this.low() ? ACROSS : 0;
  }

  /** What of the map is seen, in its own units. */
  get frame(): Box {
    const { x, y, scale } = this.view;
    return { left: x, top: y, right: x + this.seen.width / scale, bottom: y + this.seen.height / scale };
  }

  /** What of it the buttons of a phone lie on. */
  get buttons(): Box | null {
    const { right, top } = this.frame;
    const [wide, high] = [BUTTONS_WIDE / this.view.scale, BUTTONS / this.view.scale];
    return this.low() ? { left: right - wide, top, right, bottom: top + high } : null;
  }

  get viewBox(): string {
    const { x, y, scale } = this.view;
    return `${x} ${y} ${this.seen.width / scale} ${this.seen.height / scale}`;
  }

  /** Pixels to the inch. */
  get inch(): number {
    return UNITS * this.view.scale;
  }

  /** By how much what is written is to be drawn smaller than the map: it keeps its size on the screen within bounds. */
  get shrinks(): { plate: number; leader: number; mark: number } {
    const { scale } = this.view;
    return {
      plate: between(0.8, scale, 1.3) / scale,
      leader: between(0.8, scale, 1.2) / scale,
      mark: 1 / Math.max(scale, 0.7),
    };
  }

  // ---- Where it looks ------------------------------------------------------------------------------------------------------

  /** The first look, and what comes of it when the pane changes: the whole map, or on a phone all troops in ``focus``. */
  first(focus: Spot[]): View {
    const { seen, sheet } = this;
    if (!this.phone() || !focus.length)
      return fitted(sheet.size, { width: seen.width, height: seen.height - (this.phone() ? 0 : BELOW) }, 12);
    return this.#around(focus, Math.max(FOR_FINGERS, this.#whole));
  }

  /** All of these spots in the middle of the pane or of a part of it, from so near at the most; beside that part there may be floor. */
  #around(spots: Spot[], most: number, part: Spot & Size = this.#free): View {
    const box = boxOf(spots);
    const room = (length: number): number => Math.max(length - MARGIN * 2, MARGIN);
    const fits = Math.min(room(part.width) / Math.max(box.width, 1), room(part.height) / Math.max(box.height, 1));
    const beside = this.seen.width - part.width;
    const whole = { width: part.width, height: this.seen.height };
    const scale = between(fitted(this.sheet.size, whole).scale, fits, most);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const view = { scale, x: x - (part.x + part.width / 2) / scale, y: y - (part.y + part.height / 2) / scale };
    return this.#kept(view, beside);
  }

  get #free(): Spot & Size {
    return { x: 0, y: 0, width: this.seen.width, height: this.#open };
  }

  /** The pane has another size: until somebody has moved the map or chosen somebody, the first look is taken anew. */
  resized(first: View): void {
    if (!this.#moved) this.view = first;
    else if (this.phone()) this.view = this.#kept(this.view);
  }

  /** From now on what is seen of the map stays where it is, however the order sheet of a phone grows and shrinks. */
  stay(): void {
    this.#moved = true;
  }

  look(next: View, beside = 0): void {
    this.#halt();
    this.#moved = true;
    this.view = this.#kept(next, beside);
  }

  /** Goes to where all of these spots are seen, as large as they can be and no larger than they need to be. */
  fit(spots: Spot[]): void {
    if (spots.length) this.#glide(this.#around(spots, Math.max(FOR_FINGERS, this.#whole)));
  }

  /** Brings spots into view: as it is where they are in sight, by a short way where they fit, else from further off. On a phone nearer, too. */
  show(spots: Spot[], centred = false): void {
    if (!spots.length || !this.pane.height) return;
    const near = this.#around(spots, Math.max(this.view.scale, this.phone() ? FOR_FINGERS : 0));
    const { scale } = this.view;
    const nearer = near.scale < scale || (this.phone() && scale < FOR_FINGERS);
    this.#glide(this.#clear(nearer ? near : centred ? { ...near, scale } : this.#with(spots), spots));
  }

  /** The scale at which the whole map is seen. */
  get #whole(): number {
    return fitted(this.sheet.size, this.seen).scale;
  }

  #halt(): void {
    cancelAnimationFrame(this.#frame);
    this.#goal = null;
  }

  #glide(to: View): void {
    this.#halt();
    this.#moved = true;
    const [from, began] = [this.view, performance.now()];
    if (from.x === to.x && from.y === to.y && from.scale === to.scale) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.view = to;
      return;
    }
    this.#goal = to;
    const step = (now: number): void => {
      const share = Math.min(Math.max((now - began) / GLIDE, 0), 1);
      const eased = 1 - (1 - share) ** 3;
      const mixed = (a: number, b: number): number => a + (b - a) * eased;
      this.view =
        share < 1 ? { x: mixed(from.x, to.x), y: mixed(from.y, to.y), scale: mixed(from.scale, to.scale) } : to;
      if (share < 1) this.#frame = requestAnimationFrame(step);
      else this.#goal = null;
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Pushes the map, on a phone also out from behind the buttons. */
  pan(x: number, y: number): void {
    const { view } = this;
    this.look({ ...view, x: view.x - x / view.scale, y: view.y - y / view.scale }, this.low() ? BUTTONS_WIDE : 0);
  }

  /** Closer or further off; what is at a spot of the pane stays there. */
  zoom(factor: number, at: Spot = { x: this.seen.width / 2, y: this.seen.height / 2 }): void {
    const least = fitted(this.sheet.size, this.seen).scale * 0.9;
    this.look(zoomed(this.view, at, factor, least, CLOSEST));
  }

  /** Moves no further than it must to have these spots of the map in sight; from further off where they do not fit. */
  keepInSight(...spots: Spot[]): void {
    if (!spots.length || this.seen.height < MARGIN * 3) return;
    if (this.#goal) this.view = this.#goal;
    this.#halt();
    const near = this.#around(spots, this.view.scale);
    const to = this.#clear(near.scale < this.view.scale ? near : this.#with(spots), spots);
    if (to !== this.view) this.view = to;
  }

  /** The view, moved no further than it must be to show all of these spots, which fit. */
  #with(spots: Spot[]): View {
    const { view, seen } = this;
    const { x, y, width, height } = boxOf(spots);
    const dx = past((x - view.x) * view.scale, width * view.scale, seen.width);
    const dy = past((y - view.y) * view.scale, height * view.scale, this.#open);
    if (!dx && !dy) return view;
    return this.#kept({ ...view, x: view.x + dx / view.scale, y: view.y + dy / view.scale });
  }

  /** The view, with the map so far down that none of these spots is behind the buttons of a phone; where there is no room for that, from further off. */
  #clear(view: View, spots: Spot[]): View {
    if (!this.low() || !this.#behind(view, spots)) return view;
    const lowest = Math.max(...spots.map(({ y }) => (y - view.y) * view.scale));
    const down = Math.max(0, Math.min(this.seen.height - MARGIN / 2 - lowest, this.#behind(view, spots)));
    const lower = down ? this.#kept({ ...view, y: view.y - down / view.scale }) : view;
    if (!this.#behind(lower, spots)) return lower;
    const clear = this.#besideButtons(spots, view.scale).filter(
      (each) => this.#holds(each, spots) && !this.#behind(each, spots),
    );
    return clear.sort((a, b) => b.scale - a.scale)[0] ?? lower;
  }

  /** How far the buttons of a phone reach over the highest of the spots behind them: pixels. */
  #behind(view: View, spots: Spot[]): number {
    const on = spots.map(({ x, y }) => ({ x: (x - view.x) * view.scale, y: (y - view.y) * view.scale }));
    return Math.max(
      0,
      ...on.filter(({ x }) => x > this.seen.width - BUTTONS_WIDE).map(({ y }) => Math.ceil(BUTTONS - y)),
    );
  }

  /** Whether all of these spots are seen. */
  #holds(view: View, spots: Spot[]): boolean {
    const { width, height } = this.seen;
    return spots
      .map(({ x, y }) => ({ x: (x - view.x) * view.scale, y: (y - view.y) * view.scale }))
      .every(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);
  }

  /** All of these spots below the buttons of a phone or to their left, where there may be floor behind the buttons, and the whole map. */
  #besideButtons(spots: Spot[], most: number): View[] {
    const { width, height } = this.seen;
    const below = { x: 0, y: BUTTONS, width, height: height - BUTTONS };
    const left = { x: 0, y: 0, width: width - BUTTONS_WIDE, height };
    return [this.#around(spots, most, below), this.#around(spots, most, left), this.#around(spots, this.#whole)];
  }

  #kept(view: View, beside = 0): View {
    return kept(view, this.sheet.size, this.seen, this.low() ? BUTTONS : 0, beside, this.#below);
  }

  // ---- From the table to the screen and back -------------------------------------------------------------------------------

  /** The place of the table at a spot of the map's picture. */
  placeAt(at: Spot): Place {
    const { x, y, scale } = this.view;
    return this.sheet.place({ x: x + at.x / scale, y: y + at.y / scale });
  }

  /** Where a place of the table is in the pane. */
  onScreen(at: Place): Spot {
    const spot = this.sheet.spot(at);
    const { x, y, scale } = this.view;
    return { x: this.edge + (spot.x - x) * scale, y: this.edge + (spot.y - y) * scale };
  }
}

/** How far something that begins there, and is so long, is outside of what is seen, with a margin. */
const past = (at: number, long: number, length: number): number =>
  Math.min(at - MARGIN, 0) + Math.max(at + long - Math.max(length - MARGIN, MARGIN), 0);
