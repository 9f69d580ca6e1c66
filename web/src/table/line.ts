import { changed } from "./difference";
import type { Frame, LogLine, Reply, TableNow, TableSeat } from "./types";

export type LinkState = "joining" | "open" | "lost" | "closed";
export type Heard = {
  link: (state: LinkState, words?: string) => void;
  news: (now: TableNow, lines: LogLine[], seat: TableSeat | null, title: string | null) => void;
};

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

/** The line from a seat to the table. It dials again by itself, takes up where it was, and sends again what was not answered. */
export class Line {
  #socket: WebSocket | null = null;
  #now: TableNow | null = null;
  #asked = 0;
  #waiting = new Map<number, { frame: string; done: (reply: Reply) => void }>();
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(
    readonly address: string,
    readonly token: string,
    readonly heard: Heard,
  ) {
    this.#dial();
  }

  /** Sends something and waits for the answer to it, however often the line breaks meanwhile. */
  ask(kind: string, parts: object = {}): Promise<Reply> {
    const id = ++this.#asked;
    const frame = JSON.stringify({ kind, id, ...parts });
    return new Promise((done) => {
      this.#waiting.set(id, { frame, done });
      if (this.#now && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(frame);
    });
  }

  hangUp(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Dial at once, for whoever sees that the network is back. */
  retry(): void {
    if (this.#over || this.#socket) return;
    clearTimeout(this.#timer);
    this.#dial();
  }

  #dial(): void {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ token: this.token, since: this.#now?.number ?? 0 }));
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data as string) as Frame);
    socket.onclose = () => this.#lost();
  }

  #lost(): void {
    this.#socket = null;
    if (this.#over) return;
    this.heard.link("lost");
    this.#timer = setTimeout(() => this.#dial(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #hear(frame: Frame): void {
    if (frame.kind === "closed") {
      this.#over = true;
      this.heard.link("closed", frame.words);
    } else if (frame.kind === "state") {
      this.#now = frame.table;
      this.#wait = FIRST_WAIT;
      this.heard.link("open");
      this.heard.news(frame.table, frame.lines, frame.seat, frame.title);
      for (const { frame: text } of this.#waiting.values()) this.#socket?.send(text);
    } else if (frame.kind === "change") {
      if (!this.#now) return;
      this.#now = changed(this.#now, frame.table);
      this.heard.news(this.#now, frame.lines, null, null);
    } else {
      // Every answer has its id; what was answered, and be it refused, is never sent again.
      this.#waiting.get(frame.id)?.done(frame);
      this.#waiting.delete(frame.id);
    }
  }
}
