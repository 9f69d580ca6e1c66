import { ask, early, type Ask } from "./asking";
import type { CallName, Calls, Problems } from "./contract";
import { t } from "../words";

export type DeskState = "server" | "python" | "waiting" | "lost";

/** The one port to Python in the browser; the worker stands behind it, tests put a stand-in there. */
export type PythonPort = {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror?: ((event: ErrorEvent) => void) | null;
};

/** What was asked for before this code was there is not asked for twice. */
const askServer: Ask = (address, body) => early.take(address, body) ?? ask(address, body);

type Reply<N extends CallName> = Calls[N]["reply"] | Problems;

/** Neither the server nor the phone's own Python can answer. */
export class NobodyAnswers extends Error {
  constructor() {
    super(t("fault.nobody_answers"));
  }
}

/** A part of the app that is on its way; where it does not come, whoever waits for it reads why. */
export const arrived = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch(() => {
    throw new NobodyAnswers();
  });

export class Fault extends Error {
  constructor(
    readonly details: string,
    readonly body: unknown,
  ) {
    super(t("fault.not_worked_out"));
  }
}

/**
 * Asks the phone's own Python when it is ready and the server before that. Both give the same bytes, so the change needs no
 * ceremony: each call goes to whoever is there. What the phone's Python does not have (a ruleset whose package needs more than
 * runs in a browser, and the list of all there are) is the server's for good.
 */
export class Desk {
  #python: PythonPort | null = null;
  #pythonReady = false;
  /** The rulesets that the phone's own Python has. */
  #known: Set<string> | null = null;
  #pythonFailed = false;
  #serverGone = false;
  #waiting = new Map<number, { resolve: (text: string) => void; reject: (fault: Error) => void }>();
  #whenSettled: (() => void)[] = [];
  #number = 0;

  constructor(
    readonly base: string,
    readonly changed: (state: DeskState) => void = () => {},
    readonly ask: Ask = askServer,
  ) {}

  get state(): DeskState {
    if (this.#pythonReady) return "python";
    if (!this.#serverGone) return "server";
    return this.#pythonFailed ? "lost" : "waiting";
  }

  /** Takes over a worker that is starting; it reports `{ready: true, rulesets}` or `{failed: reason}`. */
  startPython(port: PythonPort, progress: (bytes: number) => void = () => {}): void {
    this.#python = port;
    this.#pythonFailed = false;
    port.onmessage = ({ data }) => {
      if (data.ready) {
        this.#pythonReady = true;
        this.#known = data.rulesets ? new Set(data.rulesets) : null;
        this.#settle();
      } else if (data.failed !== undefined) {
        this.#pythonFailed = true;
        console.info("Python in the browser did not start:", data.failed);
        this.#settle();
      } else if (data.bytes !== undefined) {
        progress(data.bytes);
      } else {
        const waiting = this.#waiting.get(data.id);
        this.#waiting.delete(data.id);
        if (data.fault !== undefined) waiting?.reject(new Fault(data.fault, data.body));
        else waiting?.resolve(data.reply);
      }
    };
    port.onerror = () => {
      this.#pythonFailed = true;
      this.#settle();
    };
  }

  #settle(): void {
    this.changed(this.state);
    for (const go of this.#whenSettled.splice(0)) go();
  }

  async call<N extends CallName>(name: N, body: Calls[N]["body"]): Promise<Reply<N>> {
    if (this.#pythonReady && this.#has(body) && (name !== "catalogue" || this.#serverGone))
      return JSON.parse(await this.#askPython(name, body));
    try {
      return await this.#askServer(name, body);
    } catch (fault) {
      if (fault instanceof Fault) throw fault;
      this.#serverGone = true;
      this.changed(this.state);
      // Python may not even have been started: it is, as soon as the page hears that somebody waits for it.
      if (!this.#pythonFailed && !this.#pythonReady) await new Promise<void>((go) => this.#whenSettled.push(go));
      if (this.#pythonReady && this.#has(body)) return JSON.parse(await this.#askPython(name, body));
      throw new NobodyAnswers();
    }
  }

  /** Whether the phone's own Python has the ruleset that a call is about. */
  #has(body: unknown): boolean {
    const { ruleset } = body as { ruleset?: string };
    return this.#known === null || ruleset === undefined || this.#known.has(ruleset);
  }

  #askPython(name: string, body: unknown): Promise<string> {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#python!.postMessage({ id, name, body: JSON.stringify(body) });
    });
  }

  async #askServer<N extends CallName>(name: N, body: Calls[N]["body"]): Promise<Reply<N>> {
    const { status, text } = await this.ask(new URL(`api/${name}`, this.base).href, body);
    if (this.#serverGone) {
      this.#serverGone = false;
      this.changed(this.state);
    }
    if (status === 200 || status === 422) return JSON.parse(text);
    // A static host has no desk: that is the same as no server, the phone's Python answers there.
    if (status === 404 || status === 405 || status === 501) throw new TypeError("no desk here");
    if (status === 502 || status === 503 || status === 504) throw new TypeError("no server behind it");
    throw new Fault(`${status} ${text.slice(0, 2000)}`, body);
  }
}

/** Lets only the newest of several overlapping questions be heard. */
export class Newest {
  #number = 0;

  take(): () => boolean {
    const mine = ++this.#number;
    return () => mine === this.#number;
  }
}
