import { app } from "./app.svelte";
import { ask } from "./asking";
import type {
  Entry,
  Fields,
  Offer,
  Problems,
  Record_,
  SealedPicture,
  SealedRoom,
  SealedSeat,
  SealedTable,
  SealedTableReply,
} from "./contract";
import type { Game } from "./game.svelte";
import { openParcel } from "./games";
import { parcelOf } from "./hand-over";
import { keepThing, keptThing } from "./keep";
import { newGame } from "./kept-game";
import { now } from "./words";
import { t } from "../words";

/** This phone's seat in a room, as it outlives a reload. */
export type KeptSeat = {
  room: string;
  seat: string;
  action: string;
  side: string;
  /** The phone that opened the room keeps the log; the other one follows it. */
  opener: boolean;
  /** The entry handed in for the round that is open, or "". */
  handedIn: string;
  /** The last round whose orders are in the log, and our own entry in it. */
  taken: number;
  takenOwn: string;
  /** The other phone's log, by its number, as far as it is in ours. */
  table: number;
};

class Refused extends Error {
  constructor(readonly problems: Problems) {
    super(problems.problems[0]?.message ?? "");
  }

  get forgotten(): boolean {
    return this.problems.problems.some(({ field }) => field === "room" || field === "seat");
  }
}

/** Sealed orders go through the server and nowhere else: the phone's own Python knows nothing of the other phone. */
async function call<Reply>(name: string, body: unknown): Promise<Reply> {
  const reply = await ask(new URL(`api/sealed/${name}`, app.base).href, body).catch(() => null);
  const told = reply && read(reply.text);
  if (told?.status === "ok") return told as Reply;
  if (told?.status === "problems" && reply?.status !== 404) throw new Refused(told as Problems);
  throw new TypeError(t("sealed.gone"));
}

/** A host without a desk answers in its own words. */
function read(text: string): { status?: string } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const place = (game: string): string => `sealed:${game}`;

/** Takes the free seat: a game of this phone's own begins from the open part of the other phone's log. Returns the ruleset. */
export async function joinRoom(code: string): Promise<string> {
  const seat = await call<SealedSeat>("join", { room: code });
  const { table } = await call<SealedTableReply>("table", { room: seat.room, seat: seat.seat });
  const fresh = newGame(seat.ruleset, seat.ruleset);
  const game = {
    ...fresh,
    options: table?.options ?? {},
    house: table?.house ?? "",
    oursSeen: true,
    action: seat.action,
    side: seat.side,
    actions: table?.entries.length ?? 0,
  };
  const ruleset = await openParcel(parcelOf(game, table?.entries ?? []));
  const id = (await keptThing<string>(`current:${ruleset}`)) ?? "";
  await keepThing(place(id), keptSeat(seat, false));
  return ruleset;
}

const keptSeat = (seat: SealedSeat, opener: boolean): KeptSeat => ({
  room: seat.room,
  seat: seat.seat,
  action: seat.action,
  side: seat.side,
  opener,
  handedIn: "",
  taken: 0,
  takenOwn: "",
  table: seat.table_number,
});

const rooms = new WeakMap<Game, Room>();

/** The room a game is in, if any. */
export function roomOf(game: Game): Room {
  const room = rooms.get(game) ?? new Room(game);
  rooms.set(game, room);
  return room;
}

const LOOK_EVERY = 2000;

export class Room {
  seat = $state<KeptSeat | null>(null);
  seen = $state.raw<SealedRoom | null>(null);
  picture = $state("");
  /** What is wrong, in words; the orders themselves are never lost with the server. */
  problem = $state("");
  busy = $state(false);
  #loaded: Promise<void>;
  #last = Promise.resolve();

  constructor(readonly game: Game) {
    this.#loaded = keptThing<KeptSeat>(place(game.kept.id))
      .catch(() => undefined)
      .then((seat) => void (this.seat = seat ?? null));
  }

  get link(): string {
    return this.seat ? `${app.base}#/room/${this.seat.room}` : "";
  }

  /** The newest orders of our side that no round has brought to light yet. */
  get own(): Entry | null {
    const { seat } = this;
    if (!seat) return null;
    const given = this.game.entries.filter(
      ({ record, voided }) => !voided && record.action === seat.action && record.fields.side === seat.side,
    );
    const last = given.at(-1) ?? null;
    return last?.record.meta.id === seat.takenOwn ? null : last;
  }

  get isHandedIn(): boolean {
    const id = this.own?.record.meta.id;
    return id !== undefined && id === this.seat?.handedIn;
  }

  /** Looks again and again while somebody watches; returns what ends it. */
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), LOOK_EVERY);
    return () => clearInterval(timer);
  }

  async open(side: string): Promise<void> {
    const { game } = this;
    const action = game.form.action.sealed ? game.form.action : game.ruleset.actions.find((each) => each.sealed);
    await this.#try(async () => {
      if (this.seat || !action) return;
      if (!game.ledger) await game.log.refresh();
      const body = { ruleset: game.kept.ruleset, action: action.id, side, table: openLog(game) };
      const seat = await call<SealedSeat>("open", body);
      this.#keep(keptSeat(seat, true));
      await this.#understand(seat);
    });
  }

  async look(): Promise<void> {
    await this.#loaded;
    if (this.busy || !this.seat) return;
    await this.#try(async () => this.#understand(await call<SealedRoom>("look", this.#place)));
  }

  async handIn(): Promise<void> {
    await this.#try(async () => {
      const { own, seat } = this;
      if (!own || !seat || this.isHandedIn) return;
      if (seat.opener) await call<SealedRoom>("lay", { ...this.#place, table: openLog(this.game) });
      const round = this.seen?.round ?? 1;
      const seen = await call<SealedRoom>("hand_in", { ...this.#place, round, record: own.record });
      this.#keep({ ...seat, handedIn: own.record.meta.id });
      await this.#understand(seen);
    });
  }

  /** Leaves the room; whatever is in the log stays there. */
  async leave(): Promise<void> {
    await call("close", this.#place).catch(() => {});
    this.#forget();
  }

  /** The form for our own side's orders, filled in as far as the ledger knows it. */
  get form(): Pick<Offer, "action" | "fields"> {
    const { action = "", side = "" } = this.seat ?? {};
    const owed = this.game.ledger?.owed.find((offer) => offer.action === action && offer.fields.side === side);
    if (owed) return owed;
    const groups = this.game.actionOf(action)?.fields.filter((field) => field.kind === "group") ?? [];
    return { action, fields: { side, ...Object.fromEntries(groups.map(({ name }) => [name, []])) } as Fields };
  }

  async #understand(seen: SealedRoom): Promise<void> {
    this.seen = seen;
    if (!seen.joined)
      this.picture ||= (await call<SealedPicture>("picture", { ...this.#place, address: app.base })).svg;
    if (seen.opened && seen.opened.round > (this.seat?.taken ?? 0)) await this.#take(seen.opened);
    if (this.seat && !this.seat.opener && seen.table_number > this.seat.table) await this.#follow();
  }

  /** Both sides' orders go into the log and lie open, under the same names on both phones. */
  async #take({ round, records }: NonNullable<SealedRoom["opened"]>): Promise<void> {
    const { game, seat } = this;
    if (!seat) return;
    await game.log.addRecords(records.filter((record) => !this.#entry(record.meta.id)));
    const shown = game.actionOf(seat.action)?.sealed;
    const id = `${seat.room}.${round}`;
    if (shown && !this.#entry(id)) {
      const about = { action: shown, fields: game.ledger?.prefill[shown] ?? {} };
      const meta = { id, number: game.entries.length + 1, side: null, turn: game.kept.turn, time: now() };
      const body = { ...game.setting, ...about, answers: [], dice: "app" as const, seed: "", throws: 0, meta };
      const reply = await app.desk.call("resolve", body);
      if (reply.status === "ok") await game.log.addRecords([reply.record]);
    }
    const own = records.find((record) => record.fields.side === seat.side);
    this.#keep({ ...seat, taken: round, takenOwn: own?.meta.id ?? "", handedIn: "" });
    app.say(t("sealed.both_in"));
  }

  /** What the phone that opened the room has written since: new entries are added, struck ones struck. */
  async #follow(): Promise<void> {
    const { game } = this;
    const { table, table_number } = await call<SealedTableReply>("table", this.#place);
    const fresh: Record_[] = [];
    for (const { record, voided } of table?.entries ?? []) {
      const ours = this.#entry(record.meta.id);
      if (!ours && !voided) fresh.push(record);
      else if (ours && voided && !ours.voided) await game.log.void(record.meta.id);
    }
    if (fresh.length) await game.log.addRecords(fresh);
    if (this.seat) this.#keep({ ...this.seat, table: table_number });
  }

  #entry(id: string): Entry | undefined {
    return this.game.entries.find((entry) => entry.record.meta.id === id);
  }

  get #place(): { room: string; seat: string } {
    return { room: this.seat?.room ?? "", seat: this.seat?.seat ?? "" };
  }

  /** One thing after the other: a tap is never lost to a look that happens to be on its way. */
  #try(step: () => Promise<void>): Promise<void> {
    return (this.#last = this.#last.then(() => this.#tried(step)));
  }

  async #tried(step: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await step();
      this.problem = "";
    } catch (fault) {
      this.problem = (fault as Error).message;
      if (fault instanceof Refused && fault.forgotten) this.#forget();
    } finally {
      this.busy = false;
    }
  }

  #keep(seat: KeptSeat): void {
    this.seat = seat;
    void keepThing(place(this.game.kept.id), seat).catch(() => {});
  }

  #forget(): void {
    this.seat = this.seen = null;
    this.picture = "";
    void keepThing(place(this.game.kept.id), null).catch(() => {});
  }
}

/** The log without what only one side may know. An entry that the ledger has not told about is left out too. */
function openLog(game: Game): SealedTable {
  const open = game.ledger?.log.filter((row) => !row.secret).map((row) => row.id) ?? [];
  const entries = game.entries.filter((entry) => open.includes(entry.record.meta.id));
  return { options: { ...game.setting.options }, house: game.setting.house ?? "", entries };
}
