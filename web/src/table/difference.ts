import type { Change } from "./types";

type Thing = { [name: string]: unknown };

/** The object after a difference, as the server writes it: what is gone, what is new or quite different, what has changed inside. */
export function changed<Whole extends object>(before: Whole, change: Change): Whole {
  const gone = new Set(change.drop ?? []);
  const after: Thing = Object.fromEntries(Object.entries(before).filter(([name]) => !gone.has(name)));
  Object.assign(after, change.put ?? {});
  for (const [name, inner] of Object.entries(change.alter ?? {})) after[name] = changed(after[name] as Thing, inner);
  return after as Whole;
}
