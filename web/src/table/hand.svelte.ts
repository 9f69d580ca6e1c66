import type { Grip } from "../lib/contract";
import type { Battle } from "./battle.svelte";
import type { Camera } from "./camera.svelte";
import { bearing, simplified, type Spot } from "./geometry";
import type { Place } from "./types";

/** So many pixels are still a tap, and two taps within so many milliseconds are a double one. */
const TAP = 6;
const AGAIN = 350;
/** So many milliseconds on the same spot are a long press: it shows the others where to look. */
const LONG = 600;

export type Held = "ground" | "piece" | "way" | "facing" | "man" | "grip";
/** A finger or a mouse, and where it is in the map's picture. */
export type Touch = { id: number; at: Spot };

const apart = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, a.y - b.y);

/** How far a grip is dragged: away from its pivot, or along its line. */
function reached({ at, start, turns }: Grip, [x, y]: Place): number {
  const [fromX, fromY] = start as Place;
  const [dx, dy] = [at[0]! - fromX, at[1]! - fromY];
  const length = Math.hypot(dx, dy);
  return turns || !length ? Math.hypot(x - fromX, y - fromY) : ((x - fromX) * dx + (y - fromY) * dy) / length;
}

/** The hand on the map: what it has hold of, and whether it taps, drags or pinches. */
export class Hand {
  dragging = $state(false);

  #touches: Touch[] = [];
  #held: Held = "ground";
  #piece = "";
  #began: Spot = { x: 0, y: 0 };
  /** The end of the way when it was taken hold of. */
  #from: Place = [0, 0];
  #trail: Place[] = [];
  #tapped = { id: "", at: -Infinity };
  /** The grip as it was when it was taken hold of last. */
  #grip: Grip | null = null;
  #long: ReturnType<typeof setTimeout> | undefined;
  #pointed = false;

  constructor(
    readonly battle: Battle,
    readonly camera: Camera,
  ) {}

  /** Takes hold of something that is drawn on the map; whether it is a tap or a drag shows when the hand moves. */
  press =
    (held: Held, piece = "") =>
    (): void => {
      if (this.#touches.length) return;
      this.#held = held;
      this.#piece = piece;
    };

  down(touch: Touch): void {
    if (this.battle.replay.at === null) this.battle.stage.skip();
    this.#touches.push(touch);
    this.#began = touch.at;
    this.dragging = false;
    this.#trail = [];
    const place = this.camera.placeAt(touch.at);
    if (this.battle.measuring && this.#touches.length === 1) this.battle.measured = [place, place];
    if (this.#held === "way") this.#from = this.#pivot();
    this.#pointed = false;
    clearTimeout(this.#long);
    const { battle } = this;
    if (this.#touches.length === 1 && battle.seat.mayPoint && !battle.measuring && !battle.looking)
      this.#long = setTimeout(() => {
        this.#pointed = true;
        void battle.point(place);
      }, LONG);
  }

  move(touch: Touch): void {
    const before = this.#touches.find(({ id }) => id === touch.id);
    if (!before) return;
    const was = before.at;
    before.at = touch.at;
    const other = this.#touches.find(({ id }) => id !== touch.id);
    if (other) clearTimeout(this.#long);
    if (other) return this.#pinch(was, touch.at, other.at);
    if (!this.dragging && apart(touch.at, this.#began) < TAP) return;
    clearTimeout(this.#long);
    if (this.#pointed) return;
    this.dragging = true;
    this.#drag(was, touch.at);
  }

  up(touch: Touch, adds: boolean): void {
    if (!this.#touches.some(({ id }) => id === touch.id)) return;
    this.#touches = this.#touches.filter(({ id }) => id !== touch.id);
    clearTimeout(this.#long);
    if (!this.#pointed && !this.dragging && !this.#touches.length) this.#tap(touch.at, adds);
    if (!this.#touches.length) this.#held = "ground";
    this.battle.plan.drawing = false;
  }

  // ---- Dragging ------------------------------------------------------------------------------------------------------------

  /** All of a group that wait for an order, but for one of them who is picked already. */
  #mates(id: string, group: string): string[] {
    const { plan } = this.battle;
    const taken = [id, plan.selected, ...plan.draft.pieces];
    return this.battle.members(group).flatMap((each) => (each.ready && !taken.includes(each.id) ? [each.id] : []));
  }

  #drag(before: Spot, at: Spot): void {
    const { battle, camera } = this;
    const { plan } = battle;
    const place = camera.placeAt(at);
    if (battle.measuring && battle.measured) battle.measured = [battle.measured[0], place];
    else if (this.#held === "man") plan.man(Number(this.#piece), place);
    else if (this.#held === "grip") this.#set(Number(this.#piece), place);
    else if (this.#held === "facing") plan.turnTo(bearing(this.#pivot(), place));
    else if (this.#held === "piece" && plan.draft.pieces.includes(this.#piece)) plan.lead(this.#piece);
    else if (this.#moves && plan.movable) this.#draw(place);
    else if (this.#lifts) plan.select(this.#piece);
    else camera.pan(at.x - before.x, at.y - before.y);
  }

  /** A grip sets the numbers of an order: one by its bearing, one by how far it is dragged. */
  #set(number: number, to: Place): void {
    const { plan } = this.battle;
    const grip = plan.preview?.grips[number] ?? this.#grip;
    if (!grip) return;
    this.#grip = grip;
    const values: Record<string, number> = {};
    if (grip.turns && grip.pivot)
      values[grip.turns] = (((bearing(grip.pivot as Place, to) - grip.zero + 5400) % 3600) - 1800) / 10;
    if (grip.reaches && grip.start) values[grip.reaches] = reached(grip, to) / 1000;
    plan.drawing = true;
    plan.dial(values);
  }

  /** It has hold of a counter that waits for an order: that one is picked by being dragged, and follows as soon as it is known how it may go. */
  get #lifts(): boolean {
    const { scene, seat, myMove } = this.battle;
    const piece = scene?.pieces?.[this.#piece];
    return this.#held === "piece" && myMove && Boolean(piece?.ready && seat.mine.includes(piece.side));
  }

  /** It has hold of the selected counter, or of the end of its way. */
  get #moves(): boolean {
    const { plan, myMove } = this.battle;
    return this.#held === "way" || (this.#held === "piece" && this.#piece === plan.selected && myMove);
  }

  /** Draws the way on; or shifts its last leg, whose end is held. */
  #draw(to: Place): void {
    const { plan } = this.battle;
    const [grabbed, from] = [this.camera.placeAt(this.#began), this.#held === "way" ? this.#from : plan.stand!];
    // A counter is dragged by the spot it was grabbed at; its way is that of its front.
    const carried: Place = [to[0] - grabbed[0] + from[0], to[1] - grabbed[1] + from[1]];
    this.#trail.push(carried);
    plan.drawing = true;
    if (this.#held === "way") plan.way([...plan.draft.path.slice(0, -1), carried]);
    else plan.way(simplified([plan.stand!, ...this.#trail]).slice(1));
  }

  #pivot(): Place {
    const { preview, stand } = this.battle.plan;
    return preview?.path?.at(-1) ?? stand ?? [0, 0];
  }

  /** One of two fingers has moved: the map goes half as far, and grows or shrinks with the distance between them. */
  #pinch(before: Spot, at: Spot, other: Spot): void {
    const [was, is] = [apart(before, other), apart(at, other)];
    this.camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    this.camera.zoom(was ? is / was : 1, { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 });
    this.dragging = true;
  }

  // ---- Tapping -------------------------------------------------------------------------------------------------------------

  #tap(at: Spot, adds: boolean): void {
    const { battle, camera } = this;
    const { plan } = battle;
    const place = camera.placeAt(at);
    if (battle.measuring) return;
    if (battle.pointing) return void battle.point(place);
    if (battle.looking) return void battle.lookFrom(place);
    if (this.#held === "piece") return this.#tapPiece(this.#piece, adds, place);
    if (this.#held === "way" || this.#held === "man" || this.#held === "grip") return;
    // The knob is there to be dragged; a tap on it is meant for the ground below.
    if (plan.needsWay && battle.myMove) plan.way(adds ? [...plan.draft.path, place] : [place]);
    else if (!plan.draft.path.length && !plan.draft.target) plan.select("");
  }

  #tapPiece(id: string, adds: boolean, place: Place): void {
    const { battle } = this;
    const { scene, plan, seat } = battle;
    const piece = scene?.pieces?.[id];
    const side = piece?.side ?? scene?.figures?.[id]?.side ?? "";
    const again = this.#tapped.id === id && performance.now() - this.#tapped.at < AGAIN;
    this.#tapped = { id, at: performance.now() };
    const own = Boolean(piece?.ready) && seat.mine.includes(side) && battle.myMove;
    const theirs = piece && !seat.mine.includes(side);
    if (plan.needs("place") && battle.myMove && theirs) plan.way([place]);
    else if (plan.needs("shots") && battle.myMove && theirs) plan.openShot(id);
    else if (plan.needs("shots") && plan.bears(id)) plan.shoot(plan.open, id);
    else if (plan.needs("company") && plan.preview?.members.some((each) => each.piece === id)) plan.leaveOut(id);
    else if (own && adds && plan.selected && plan.selected !== id) plan.join([id]);
    else if (own && again && piece?.group) plan.join(this.#mates(id, piece.group));
    else if (piece && !seat.mine.includes(side) && plan.selected && battle.myMove) plan.target(id);
    else plan.select(id);
  }
}
