const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** An arrow key moves to the next button of its row, round and round, and taps it, unless it is closed. Says whether it was an arrow. */
export function moveByArrow(event: KeyboardEvent, kind = "[role=radio]"): boolean {
  const step = STEPS[event.key];
  if (!step) return false;
  event.preventDefault();
  const buttons = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>(kind)];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const next = buttons[(at + step + buttons.length) % buttons.length];
  next?.focus();
  if (next?.getAttribute("aria-disabled") !== "true") next?.click();
  return true;
}
