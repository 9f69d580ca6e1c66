import type { Action, Entry, Ledger, Ruleset, Setting, Side } from "./contract";
import type { Desk } from "./desk";
import { changedRows, type ChangedRow } from "./entries";
import { setAside, settingOf, sharedOf, type KeptGame } from "./kept-game";

/** The game as another page of it has stored it. */
export type Newer = { game: KeptGame; entries: Entry[] };

/** Where a game is kept: its form at every tap, and each step of it whole, unless another page has made one meanwhile. */
export type Store = {
  keepForm(game: KeptGame, shared: (newer: KeptGame) => Partial<KeptGame>): Promise<void>;
  keepStep(game: KeptGame, changed: ChangedRow[]): Promise<Newer | null>;
  keptAfter(id: string, step: number): Promise<Newer | null>;
};

/** What a game needs of the world: a desk to ask, a store, and a way to say a word in passing. */
export type Services = {
  call: Desk["call"];
  store: Store;
  say: (words: string, milliseconds?: number) => void;
};

/** How long after a tap the form is stored, in milliseconds: storing takes longer than all else that a tap does. */
const STORED_AFTER = 100;

/** What all parts of a game on the screen share: what is kept of it, its ruleset's screen, the log and what the books make of it. */
export class Sitting {
  kept = $state<KeptGame>() as KeptGame;
  ruleset = $state.raw<Ruleset>() as Ruleset;
  entries = $state.raw<Entry[]>([]);
  ledger = $state.raw<Ledger | null>(null);
  /** Told when a rule that was running runs no more. */
  whenOver: () => void = () => {};
  #storing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    kept: KeptGame,
    ruleset: Ruleset,
    entries: Entry[],
    readonly services: Services,
    /** What is said when the store refuses. */
    readonly notStored: string,
  ) {
    this.kept = kept;
    this.ruleset = ruleset;
    this.entries = entries;
  }

  get setting(): Setting {
    return settingOf(this.kept);
  }

  actionOf(id: string | null): Action | undefined {
    return this.ruleset.actions.find((action) => action.id === id);
  }

  get turnAction(): Action | undefined {
    return this.actionOf(this.ruleset.turn_action);
  }

  /** The side that acts. */
  get side(): Side | null {
    return this.ruleset.sides.find((side) => side.id === this.kept.side) ?? null;
  }

  get turn(): number {
    return this.ledger?.turn ?? this.kept.turn;
  }

  /** What is kept, as plain data. */
  snapshot(): KeptGame {
    return $state.snapshot(this.kept) as KeptGame;
  }

  /** Something that is kept has changed: it is stored when the tap has been answered. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), STORED_AFTER);
  }

  /** Stores the form as it stands. */
  save(): void {
    clearTimeout(this.#timer);
    // A step that is being stored is newer than the form is until then: it must not be written over.
    if (this.#storing) void this.#storing.then(() => this.save());
    else void this.services.store.keepForm(this.snapshot(), sharedOf).catch(() => {});
  }

  /**
   * Stores first, then shows: nothing stands on the screen that a reload could lose. Where another page of the game has made a step
   * since `from`, nothing is stored, what it has made is taken over, and false is returned: whoever asked works it out anew.
   */
  async step(change: Partial<KeptGame>, entries?: Entry[], from = this.kept.step): Promise<boolean> {
    while (this.#storing) await this.#storing;
    if (from !== this.kept.step) return false;
    const writing = this.#written(
      { ...this.snapshot(), ...change },
      changedRows(this.entries, entries ?? this.entries),
    );
    this.#storing = writing.then(() => {});
    const written = await writing;
    this.#storing = null;
    if (typeof written === "object") {
      await this.takeOver(written);
      return false;
    }
    Object.assign(this.kept, change, { step: from + written });
    if (entries) this.entries = entries;
    return true;
  }

  /** Ends a rule that waits for an answer, with nothing spent. */
  setAside(): void {
    const change = setAside(this.kept);
    Object.assign(this.kept, change);
    void this.step(change);
    this.whenOver();
  }

  /** How many steps were stored: one, none where the store refuses, which is said; or what another page has stored meanwhile. */
  async #written(game: KeptGame, rows: ChangedRow[]): Promise<number | Newer> {
    try {
      return (await this.services.store.keepStep(game, rows)) ?? 1;
    } catch {
      this.services.say(this.notStored, 8000);
      return 0;
    }
  }

  /** What another page of this game has stored becomes what this page knows; its form stays as it is. */
  async takeOver({ game, entries }: Newer): Promise<void> {
    if (game.step <= this.kept.step) return;
    Object.assign(this.kept, sharedOf(game));
    this.entries = entries;
  }

  /** Looks whether another page has made a step. Returns the entries that are new here. */
  async catchUp(): Promise<Entry[]> {
    while (this.#storing) await this.#storing;
    const newer = await this.services.store.keptAfter(this.kept.id, this.kept.step).catch(() => null);
    if (!newer) return [];
    const known = this.entries.map(({ record }) => record.meta.id);
    await this.takeOver(newer);
    return this.entries.filter(({ record }) => !known.includes(record.meta.id));
  }
}
