/** Runs a task when what matters stands and the page has nothing better to do. */
export function whenIdle(task: () => void): void {
  const idle = window.requestIdleCallback ?? ((go: () => void) => setTimeout(go, 300));
  idle(() => setTimeout(task, 50), { timeout: 4000 });
}

/** Settles when the page has been drawn as it stands now. */
export const drawn = (): Promise<void> => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
