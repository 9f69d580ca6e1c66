import { whenIdle } from "./idle";

/** Asks a server, and tells what it told, whatever it was. */
export type Ask = Window["post"];
type Told = Awaited<ReturnType<Ask>>;

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

async function post(address: string, body: string): Promise<Told> {
  const told = await window.post(address, body);
  if (told.status === 200) dial(address);
  return told;
}
