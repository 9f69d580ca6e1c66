import type { OrderOffer } from "../src/lib/contract";
import type { Heard } from "../src/table/line";
import type { Asking } from "../src/table/seat.svelte";
import type { LogLine, Piece, Problem, Reply, Scene, TableNow, TablePanel, TableSeat } from "../src/table/types";

type Answer = unknown | ((parts: Record<string, unknown>) => unknown);
export type Asked = { kind: string; parts: Record<string, unknown> };

/** The other end of a seat's line: it notes what is asked, and says what it was told to say. */
export class Other implements Asking {
  asked: Asked[] = [];
  answers: Record<string, Answer> = {};
  heard: Heard | null = null;
  over = false;
  #held: (() => void)[] | null = null;

  dial = (_: string, heard: Heard): Asking => {
    this.heard = heard;
    return this;
  };

  async ask(kind: string, parts: object = {}): Promise<Reply> {
    this.asked.push({ kind, parts: { ...parts } });
    if (this.#held) await new Promise<void>((go) => this.#held!.push(go));
    const answer = this.answers[kind];
    const said = typeof answer === "function" ? answer(parts) : answer;
    return (said ?? { kind: "refused", problems: [problem("nothing is known of that")], id: 0 }) as Reply;
  }

  hangUp(): void {
    this.over = true;
  }

  retry(): void {}

  /** From now on answers wait until they are let go. */
  hold(): () => void {
    this.#held = [];
    return () => {
      const waiting = this.#held ?? [];
      this.#held = null;
      for (const go of waiting) go();
    };
  }

  tell(now: TableNow, lines: LogLine[] = [], seat: TableSeat | null = null): void {
    this.heard?.news(now, lines, seat, seat ? "A small battle" : null);
  }

  kinds(): string[] {
    return this.asked.map(({ kind }) => kind);
  }

  last(kind: string): Record<string, unknown> {
    return this.asked.filter((each) => each.kind === kind).at(-1)!.parts;
  }
}

export const told = (answer: unknown): Reply => ({ kind: "told", answer, id: 0 });
export const accepted = (number: number): Reply => ({ kind: "accepted", number, id: 0 });
export const problem = (words: string, field = ""): Problem => ({ field, words, choices: [], rule: null, drawing: "" });
export const refusedFor = (words: string, field = ""): Reply => ({
  kind: "refused",
  problems: [problem(words, field)],
  id: 0,
});

export const piece = (id: string, side: string, more: Partial<Piece> = {}): Piece =>
  ({
    id,
    side,
    name: id,
    detail: "",
    icon: "",
    anchor: [10_000, 10_000],
    facing: 0,
    front: 1,
    corners: [[[9_000, 10_000], [11_000, 10_000], [11_000, 8_000], [9_000, 8_000]]], // prettier-ignore
    plate: {},
    ready: true,
    spent: false,
    slashes: 0,
    ...more,
  }) as Piece;

export const scene = (...pieces: Piece[]): Scene =>
  ({
    pieces: Object.fromEntries(pieces.map((each) => [each.id, each])),
    clock: { turn: 1, side: "red", title: "", detail: "" },
    figures: {},
    off: [],
    marks: {},
  }) as unknown as Scene;

export const table = (number: number, more: Partial<TableNow> = {}): TableNow =>
  ({
    number,
    scene: scene(piece("foot", "red"), piece("horse", "red"), piece("foe", "blue")),
    waits_for: ["red"],
    decisions: [{ by: "red", kind: "act", orders: ["move"], subject: "" }],
    question: null,
    proposal: null,
    undo: true,
    own_dice: false,
    typed: [],
    present: [],
    parts: { open: false, own: null, all_promised: false, all: [] },
    said: [],
    rematch: null,
    left: [],
    halted: [],
    commitment: "",
    seed: null,
    seal: null,
    ...more,
  }) as TableNow;

export const who = (more: Partial<TableSeat> = {}): TableSeat =>
  ({
    id: "red",
    roles: ["red"],
    referee: false,
    own_dice: false,
    part: "",
    part_name: "",
    part_noun: "",
    parts: [],
    players: [],
    phrases: [],
    ...more,
  }) as TableSeat;

const offer = (id: string): OrderOffer => ({
  id,
  title: id,
  detail: "",
  outlook: "",
  needs: [],
  combines: [],
  choices: [],
  group: "",
  icons: [],
  dials: [],
  picture: "",
  under: "",
});
export const panel = (...offers: (Partial<OrderOffer> & { id: string })[]): TablePanel => ({
  offers: offers.map((each) => ({ ...offer(each.id), ...each })),
  not_now: [],
  usual: "",
  group: "",
  note: "",
  replies: false,
});

export const pending = (unit: string): Partial<TableNow> => ({
  decisions: [{ by: "red", kind: "move", orders: ["move"], subject: unit }],
});
