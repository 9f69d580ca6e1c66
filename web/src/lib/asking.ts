import { sameValue } from "./equal";

export type Told = { status: number; text: string };
/** Asks a server, and tells what it told, whatever it was. */
export type Ask = (address: string, body: unknown) => Promise<Told>;

/** The one way to ask: every question is a request of its own, so no answer can be taken for another's. */
export const ask: Ask = async (address, body) => {
  const reply = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: reply.status, text: await reply.text() };
};

/** A question asked before anybody wants the answer. Whoever asks the same gets that answer, once. */
export class EarlyQuestion {
  #asked: { address: string; body: unknown; told: Promise<Told> } | null = null;

  constructor(readonly ask: Ask) {}

  put(address: string, body: unknown): void {
    const told = this.ask(address, body);
    told.catch(() => {}); // whoever takes it hears of it
    this.#asked = { address, body, told };
  }

  /** The answer, where it was this that was asked; else nothing. */
  take(address: string, body: unknown): Promise<Told> | null {
    const asked = this.#asked;
    if (asked?.address !== address || !sameValue(asked.body, body)) return null;
    this.#asked = null;
    return asked.told;
  }
}

/** The first question of the page, which `early.ts` asks. */
export const early = new EarlyQuestion(ask);
