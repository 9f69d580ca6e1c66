/** One question at a time: what changes while it is asked is asked next, and only the newest answer counts. */
export class OneAtATime {
  busy = $state(false);
  #again = false;

  /** `ask` is told whether its question is still the newest. */
  constructor(readonly ask: (newest: () => boolean) => Promise<void>) {}

  async run(): Promise<void> {
    this.#again = this.busy;
    if (this.busy) return;
    this.busy = true;
    try {
      do {
        this.#again = false;
        await this.ask(() => !this.#again);
      } while (this.#again);
    } finally {
      this.busy = false;
    }
  }
}
