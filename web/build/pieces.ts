type About = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** All that a module needs before it runs, with itself. */
function needs(entry: string, about: About): Set<string> {
  const found = new Set([entry]);
  for (const id of found) for (const needed of about.getModuleInfo(id)?.importedIds ?? []) found.add(needed);
  return found;
}

type Modules = Record<"early" | "first" | "umpire" | "umpireLater" | "hall" | "seat" | "seatLater", string>;

/**
 * The pieces that the app is cut into, as few as there can be: the early piece, what every page begins with, each page, what comes to it
 * later, and what two of them share. Left to itself the bundler would cut off each part that two pages use, and a page would be a dozen
 * requests.
 */
export function pieces(modules: Modules) {
  type Needed = Record<keyof Modules, Set<string>>;
  let needed: Needed | undefined;
  const name = (id: string, about: About): string | null => {
    const each = Object.entries(modules);
    needed ??= Object.fromEntries(each.map(([part, entry]) => [part, needs(entry, about)])) as Needed;
    const { early, first, umpire, umpireLater, hall, seat, seatLater } = needed;
    const ofTable = hall.has(id) || seat.has(id) || seatLater.has(id);
    if (id === modules.first || early.has(id)) return null;
    if (first.has(id) || (umpire.has(id) && ofTable)) return "app";
    if (umpire.has(id)) return "umpire";
    if (umpireLater.has(id) && ofTable) return "sheets";
    if (hall.has(id) && (seat.has(id) || seatLater.has(id))) return "table";
    return null;
  };
  return { includeDependenciesRecursively: false, groups: [{ name }] };
}
