/** Runs a task when what matters stands and the page has nothing better to do. */
export function whenIdle(task: () => void): void {
  const idle = window.requestIdleCallback ?? ((go: () => void) => setTimeout(go, 300));
  idle(() => setTimeout(task, 50), { timeout: 4000 });
}

/** So long a browser that does not tell when it has drawn is waited for, in milliseconds. */
const PATIENCE = 2000;

/** Settles when there is something to be seen of the page: what is fetched before that makes the reader wait. */
const seen = (): Promise<void> =>
  new Promise((go) => {
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return go();
    setTimeout(go, PATIENCE);
    const drawings = new PerformanceObserver((list) => {
      if (!list.getEntriesByName("first-contentful-paint").length) return;
      drawings.disconnect();
      go();
    });
    drawings.observe({ type: "paint", buffered: true });
  });

const frame = (): Promise<void> => new Promise((go) => requestAnimationFrame(() => go()));

/** Settles when the page can be seen as it stands now: what a frame has drawn is on the screen when the one after the next begins. */
export const drawn = (): Promise<void> =>
  frame()
    .then(frame)
    .then(frame)
    .then(() => new Promise<void>((go) => setTimeout(go)))
    .then(seen);
