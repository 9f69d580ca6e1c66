import type { Field, Odds, OddsRow, Verdict } from "./contract";

export type Sheet =
  /** A verdict, with the odds as they stood when it was asked for. */
  | { kind: "result"; verdict: Verdict; odds: Odds | null }
  | { kind: "question" }
  | { kind: "log" }
  | { kind: "odds"; row?: OddsRow }
  | { kind: "rulebook"; rule?: string; find?: string }
  | { kind: "options" }
  | { kind: "settings" }
  | { kind: "roster" }
  | { kind: "share" }
  | { kind: "sealed" }
  | { kind: "ours" }
  | { kind: "help" }
  | { kind: "print" }
  | { kind: "measure"; field: Field; value: string; done: (value: string) => void };

/** On a wide screen results and questions stand beside the form; everything else lies over it. */
export const isBeside = ({ kind }: Sheet): boolean => kind === "result" || kind === "question";

const LEAVE_WITHIN = 3000;

/**
 * The sheets over the form, and the browser's history under them: every sheet is one step, so the back gesture closes the
 * topmost one. Below the sheets lies one more step, the guard: going back from the form itself has to be done twice.
 */
export class Sheets {
  stack = $state.raw<Sheet[]>([]);
  #goingBack = false;
  #queue: (() => void)[] = [];
  #guarded = false;
  #warned = 0;
  warn: () => void = () => {};
  leave: () => void = () => {};

  get top(): Sheet | undefined {
    return this.stack.at(-1);
  }

  has(kind: Sheet["kind"]): boolean {
    return this.stack.some((sheet) => sheet.kind === kind);
  }

  open(sheet: Sheet): void {
    this.#soon(() => {
      this.stack = [...this.stack, sheet];
      history.pushState({ depth: this.stack.length }, "");
    });
  }

  /** One sheet gives way to the next without a step back: a question to its result. */
  turnTo(sheet: Sheet): void {
    if (!this.stack.length) return this.open(sheet);
    this.#soon(() => (this.stack = [...this.stack.slice(0, -1), sheet]));
  }

  close(): void {
    this.#soon(() => {
      if (!this.stack.length) return;
      this.#goingBack = true;
      history.back();
    });
  }

  closeAll(): void {
    this.#soon(() => {
      if (!this.stack.length) return;
      this.#goingBack = true;
      history.go(-this.stack.length);
    });
  }

  /** Browsers ignore steps that were added before the first touch, so the guard is set by the first one. */
  guard(): void {
    if (this.#guarded || this.stack.length) return;
    this.#guarded = true;
    history.pushState({ depth: 0, guard: true }, "");
  }

  /**
   * A page begins without sheets: it is another page, or was loaded again. A reload keeps the history's entry, which may still
   * speak of sheets that are gone; it is made the ground.
   */
  reset(): void {
    history.replaceState({ depth: 0 }, "");
    this.stack = [];
    this.#guarded = false;
    this.#goingBack = false;
    this.#queue = [];
  }

  popped(state: { depth?: number; guard?: boolean } | null): void {
    this.#goingBack = false;
    const depth = state?.depth ?? 0;
    const closedSheet = this.stack.length > depth;
    if (closedSheet) this.stack = this.stack.slice(0, depth);
    else if (this.#guarded && !state?.guard && depth === 0) this.#atTheDoor();
    for (const go of this.#queue.splice(0)) go();
  }

  #atTheDoor(): void {
    this.#guarded = false;
    if (Date.now() - this.#warned < LEAVE_WITHIN) return this.leave();
    this.#warned = Date.now();
    this.warn();
    this.guard();
  }

  /** The history moves later than the code that asks it to; what comes meanwhile waits for it. */
  #soon(step: () => void): void {
    if (this.#goingBack) this.#queue.push(() => this.#soon(step));
    else step();
  }
}

export const sheets = new Sheets();
