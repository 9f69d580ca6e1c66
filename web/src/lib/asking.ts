import { whenIdle } from "./idle";

/** What a server told, whatever it was. */
export type Told = { status: number; text: string };
export type Ask = (address: string, body: string) => Promise<Told>;

/** What is longer goes by POST: the line is for the short questions of every tap. */
const LONGEST = 9000;
/** Milliseconds after which a line that does not answer is given up. */
const PATIENCE = 3000;

let line: WebSocket | null = null;
let dialled = false;
/** Answers come in the order of the questions; a line that is gone answers nothing. */
const waiting: ((text?: string) => void)[] = [];

/** Asks the server: over the line when there is one, by POST before that and whenever the line breaks. */
export const ask: Ask = (address, body) => {
  const { askedEarly } = window;
  if (askedEarly?.address === address && askedEarly.body === body) {
    // What was asked for before this code was there is not asked for twice.
    window.askedEarly = undefined;
    return askedEarly.told;
  }
  return line && navigator.onLine && body.length < LONGEST ? askByLine(line, address, body) : post(address, body);
};

/** No question is asked any more. */
export function hangUp(): void {
  const gone = line;
  line = null;
  if (gone) gone.onmessage = null;
  gone?.close();
  for (const tell of waiting.splice(0)) tell();
}

/**
 * The line answers a tap sooner than a request each time, which is many steps on a slow phone. It is dialled when a server has
 * answered and the page is idle; where it cannot be had, nothing is lost.
 */
function dial(address: string): void {
  if (dialled || !window.WebSocket) return;
  dialled = true;
  whenIdle(() => {
    const socket = new WebSocket(new URL("line", address).href.replace("http", "ws"));
    socket.onopen = () => (line = socket);
    socket.onmessage = ({ data }) => waiting.shift()?.(data as string);
    socket.onclose = () => {
      if (line !== socket) return;
      dialled = false;
      hangUp();
    };
  });
}

const askByLine = (socket: WebSocket, address: string, body: string): Promise<Told> =>
  new Promise((resolve) => {
    const timer = setTimeout(hangUp, PATIENCE);
    waiting.push((text) => {
      clearTimeout(timer);
      // The desk keeps nothing between two questions: each can be asked again.
      resolve(text === undefined ? post(address, body) : { status: 200, text });
    });
    socket.send(address.slice(address.lastIndexOf("/") + 1) + body);
  });

/** A request of the old kind on purpose: its answer comes to the page in one step, that of `fetch` in two. */
const post: Ask = (address, body) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("content-type", "application/json");
    request.onload = () => {
      if (request.status === 200) dial(address);
      resolve({ status: request.status, text: request.responseText });
    };
    request.onerror = () => reject(new TypeError("nobody there"));
    request.send(body);
  });
