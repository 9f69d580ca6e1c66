import { app } from "../lib/app.svelte";

const HERE = /^(localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0)$/i;

/** Whether an address is good on this machine alone: a friend's phone would find nothing by it. */
export const isLocal = (address: string = app.base): boolean => HERE.test(new URL(address).hostname);

export const hostOf = (address: string = app.base): string => new URL(address).hostname;

const VIBRATION = "sandtable.table.vibration";

export function vibrationIsOn(): boolean {
  try {
    return localStorage.getItem(VIBRATION) === "on";
  } catch {
    return false;
  }
}

export function switchVibration(on: boolean): void {
  try {
    localStorage.setItem(VIBRATION, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing stays still.
  }
  if (on) vibrate();
}

/** A short tap in the hand: it is your turn. */
export function vibrate(): void {
  if (vibrationIsOn() && "vibrate" in navigator) navigator.vibrate([60, 60, 60]);
}

/** The page's icon, with a red spot on it while somebody waits for whoever sits here. */
export function markIcon(wanted: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  icon.dataset.usual ??= icon.getAttribute("href") ?? "";
  icon.setAttribute("href", wanted ? new URL("icon-turn.svg", app.base).href : icon.dataset.usual);
}
