/// <reference types="svelte" />
/// <reference types="vite/client" />

interface Window {
  /** The store of games, opened by `start.js`. */
  storeOpening: Promise<IDBDatabase>;
  /** The same, or nothing while it is being made for the first time: nobody need wait for what cannot hold anything. */
  storeIfAny: Promise<IDBDatabase | null>;
  /** Asks a server, once. */
  post: (address: string, body: string) => Promise<{ status: number; text: string }>;
  /** The first question of the page, asked by `start.js` before this code was there. */
  askedEarly?: { address: string; body: string; told: ReturnType<Window["post"]> } | undefined;
}
