import type { Action, Entry, Ledger, Ruleset, Setting, Side } from "./contract";
import type { Desk } from "./desk";
import type { ChangedRow } from "./entries";
import { settingOf, type KeptGame } from "./kept-game";

/** Where a game is kept: its form at every tap, and each step of it whole. */
export type Store = {
  keepForm(game: KeptGame): Promise<void>;
  keepStep(game: KeptGame, changed: ChangedRow[]): Promise<void>;
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
    else void this.services.store.keepForm(this.snapshot()).catch(() => {});
  }

  /** Stores first, then shows: nothing stands on the screen that a reload could lose. */
  async step(change: Partial<KeptGame>, rows: ChangedRow[] = []): Promise<void> {
    this.#storing = this.services.store
      .keepStep({ ...this.snapshot(), ...change }, rows)
      .catch(() => this.services.say(this.notStored, 8000));
    await this.#storing;
    this.#storing = null;
    Object.assign(this.kept, change);
  }
}
