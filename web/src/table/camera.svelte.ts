import { fitted, kept, middle, UNITS, zoomed, type Sheet, type Size, type Spot, type View } from "./geometry";
import type { Place } from "./types";

const CLOSEST = 6; // pixels to the map unit
/** The rulers along the edges of the pane, where there is room for them. */
const RULERS = 22;
/** Scale and buttons stand below the map, not on it. */
const BELOW = 56;
/** Who is kept in sight is kept so far from the edge. */
const MARGIN = 48;
/** On a phone a counter must be large enough for a finger. */
const FOR_FINGERS = 0.9;

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);

/** What is seen of the map: which part of it, and from how near. */
export class Camera {
  pane = $state<Size>({ width: 0, height: 0 });
  view = $state.raw<View>({ x: 0, y: 0, scale: 1 });
  /** Somebody has moved it: from then on it stays where it is put. */
  #moved = false;

  constructor(
    readonly sheet: Sheet,
    readonly phone: () => boolean,
  ) {}

  get edge(): number {
    return this.phone() ? 0 : RULERS;
  }

  /** The part of the pane that shows the map. */
  get seen(): Size {
    return { width: Math.max(this.pane.width - this.edge, 1), height: Math.max(this.pane.height - this.edge, 1) };
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

  /** The first look, and what comes of it when the pane changes: the whole map, or on a phone the troops in ``focus``. */
  first(focus: Place[]): View {
    const { seen, sheet } = this;
    if (!this.phone()) return fitted(sheet.size, { width: seen.width, height: seen.height - BELOW }, 12);
    const scale = Math.max(fitted(sheet.size, seen).scale, seen.height / sheet.size.height, FOR_FINGERS);
    const at = focus.length
      ? middle(focus.map((each) => sheet.spot(each)))
      : { x: sheet.size.width / 2, y: sheet.size.height / 2 };
    return kept({ scale, x: at.x - seen.width / 2 / scale, y: at.y - seen.height / 2 / scale }, sheet.size, seen);
  }

  /** The pane has another size: until somebody has moved the map, the first look is taken anew. */
  resized(first: View): void {
    if (!this.#moved) this.view = first;
    else if (this.phone()) this.view = kept(this.view, this.sheet.size, this.seen);
    // On a phone the order sheet grows and shrinks; what is seen of the map stays where it is.
    if (this.phone() && this.pane.height > 0) this.#moved = true;
  }

  look(next: View): void {
    this.#moved = true;
    this.view = kept(next, this.sheet.size, this.seen);
  }

  pan(x: number, y: number): void {
    const { view } = this;
    this.look({ ...view, x: view.x - x / view.scale, y: view.y - y / view.scale });
  }

  /** Closer or further off; what is at a spot of the pane stays there. */
  zoom(factor: number, at: Spot = { x: this.seen.width / 2, y: this.seen.height / 2 }): void {
    const least = fitted(this.sheet.size, this.seen).scale * 0.9;
    this.look(zoomed(this.view, at, factor, least, CLOSEST));
  }

  /** Moves no further than it must to have a spot of the map in sight. */
  keepInSight(spot: Spot): void {
    const { view, seen } = this;
    if (seen.height < MARGIN * 3) return;
    const dx = past((spot.x - view.x) * view.scale, seen.width);
    const dy = past((spot.y - view.y) * view.scale, seen.height);
    if (dx || dy)
      this.view = kept({ ...view, x: view.x + dx / view.scale, y: view.y + dy / view.scale }, this.sheet.size, seen);
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

/** How far something is outside of what is seen, with a margin. */
const past = (at: number, length: number): number =>
  Math.min(at - MARGIN, 0) + Math.max(at - Math.max(length - MARGIN, MARGIN), 0);
