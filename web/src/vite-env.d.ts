/// <reference types="svelte" />
/// <reference types="vite/client" />

interface Window {
  /** The store of games, opened by `start.js`. */
  storeOpening: Promise<IDBDatabase>;
  /** The first question of the page, asked by `start.js` before this code was there. */
  askedEarly?: { address: string; body: string; told: Promise<{ status: number; text: string }> } | undefined;
}
