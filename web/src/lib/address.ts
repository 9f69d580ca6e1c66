/** What an address opens: home, the umpire of a ruleset, the hall where battles are opened, the lab's duels, a seat, or something that is handed over. */
export type Place =
  | { page: "home" }
  | { page: "umpire" | "hall" | "duel"; ruleset: string }
  | { page: "seat"; token: string }
  | { page: "parcel"; text: string }
  | { page: "room"; code: string };

export function placeIn(hash: string): Place {
  const part = (pattern: RegExp): string | undefined => hash.match(pattern)?.[1];
  const ruleset = part(/^#\/([a-z0-9_]+)$/);
  if (ruleset) return { page: "umpire", ruleset };
  const hall = part(/^#\/table\/([a-z0-9_]+)$/);
  if (hall) return { page: "hall", ruleset: hall };
  const duel = part(/^#\/lab\/([a-z0-9_]+)$/);
  if (duel) return { page: "duel", ruleset: duel };
  const token = part(/^#table=([\w-]+)$/);
  if (token) return { page: "seat", token };
  const text = part(/^#\/take\/([\w-]+)$/);
  if (text) return { page: "parcel", text };
  const code = part(/^#\/room\/([A-Za-z]+)$/);
  return code ? { page: "room", code } : { page: "home" };
}
