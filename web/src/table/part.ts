import type { TableNow } from "../lib/contract";
import { sha256 } from "./sha256";

const BYTES = 24;
const place = (token: string): string => `sandtable.part.${token}`;

export const promiseOf = (part: string): string => sha256(`sandtable part ${part}`);

/** What this seat adds to the dice, made once: kept, so that a page that is loaded again can lay open what it has promised. */
export function ownPart(token: string): string {
  try {
    const kept = localStorage.getItem(place(token));
    if (kept) return kept;
  } catch {
    // A browser that keeps nothing promises anew.
  }
  const made = [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0"));
  try {
    localStorage.setItem(place(token), made.join(""));
  } catch {
    // As above.
  }
  return made.join("");
}

/** What is to be said of it now: a promise first; the part itself when everybody has promised, or before this seat acts. */
export function nextPart(now: TableNow, token: string, acting = false): { promise: string } | { value: string } | null {
  const { open, own, all_promised } = now.parts;
  if (!open || own?.value) return null;
  const part = ownPart(token);
  if (!own) return { promise: promiseOf(part) };
  return own.promise === promiseOf(part) && (all_promised || acting) ? { value: part } : null;
}
