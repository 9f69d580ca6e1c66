import type { TableWon } from "../lib/contract";
import { wonOf } from "./calls";

/** How often a battle that is looked into is asked about, in milliseconds. */
const LOOK = 2000;

/** Where a battle was won: looked into by the server while somebody waits, or has been. */
export class Won {
  now = $state.raw<TableWon | null>(null);
  problem = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly token: string) {
    void this.#ask({});
  }

  get going(): boolean {
    return this.now?.state === "running";
  }

  begin = (): Promise<void> => this.#ask({ begin: true });
  stop = (): Promise<void> => this.#ask({ stop: true });

  /** Nobody looks any more; the server goes on by itself. */
  leave(): void {
    clearTimeout(this.#timer);
  }

  async #ask(wish: { begin?: boolean; stop?: boolean }): Promise<void> {
    this.leave();
    try {
      this.now = await wonOf({ token: this.token, begin: false, stop: false, ...wish });
      this.problem = "";
    } catch (fault) {
      this.problem = (fault as Error).message;
    }
    if (this.going) this.#timer = setTimeout(() => void this.#ask({}), LOOK);
  }
}
