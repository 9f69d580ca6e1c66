import { openDB, type DBSchema, type IDBPDatabase } from "idb";

/**
 * What must survive a reload or an empty battery, in IndexedDB. `things` holds small named values (a game's form, the settings),
 * `entries` holds the log, one row per verdict, so that a tap never rewrites a long log.
 */
interface Shelves extends DBSchema {
  things: { key: string; value: unknown };
  entries: { key: [game: string, index: number]; value: unknown };
}

/** Nothing is kept while the store is being made for the first time: nobody need wait for what cannot hold anything. */
let nothingKept: () => void;
const firstVisit = new Promise<null>((told) => (nothingKept = () => told(null)));

// Opening takes its time, so it begins when this is read.
const opening: Promise<IDBPDatabase<Shelves>> = openDB<Shelves>("sandtable", 1, {
  upgrade(store) {
    nothingKept();
    store.createObjectStore("things");
    store.createObjectStore("entries");
  },
});
let opened: IDBPDatabase<Shelves> | null = null;
opening.then(
  (store) => (opened = store),
  () => {}, // every call below says so
);

/** IndexedDB takes plain data only; Svelte's proxies and anything else are flattened here. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

export async function keepThing(name: string, value: unknown): Promise<void> {
  await (await opening).put("things", plain(value), name);
}

export async function keptThing<T>(name: string): Promise<T | undefined> {
  return (await opening).get("things", name) as Promise<T | undefined>;
}

export async function keptThings<T>(prefix: string): Promise<{ name: string; value: T }[]> {
  const { store } = (await opening).transaction("things");
  const range = IDBKeyRange.bound(prefix, prefix + "\uffff");
  const [names, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
  return names.map((name, index) => ({ name, value: values[index] as T }));
}

/** A game as it is kept: `step` counts what has been stored of it, so that a page knows when another page was quicker. */
type Kept = { id: string; ruleset: string; step: number };

/** What a page finds that is behind: the game as another page has left it, with its log. */
export type Newer<Game, Entry> = { game: Game; entries: Entry[] };

/** Pages of one browser hear of each other's steps; a browser that lacks this looks when a page is turned to. */
const pages = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("sandtable");

/** Calls back when another page has stored a step of a game, and when this page is turned to again. Returns how to stop it. */
export function onOtherPages(id: string, look: () => void): () => void {
  const heard = ({ data }: MessageEvent): void => void (data === id && look());
  const turned = (): void => void (document.visibilityState === "visible" && look());
  pages?.addEventListener("message", heard);
  document.addEventListener("visibilitychange", turned);
  return () => {
    pages?.removeEventListener("message", heard);
    document.removeEventListener("visibilitychange", turned);
  };
}

/**
 * The form of a game, which is written at every tap; of the log nothing has changed. A page that is behind another one leaves
 * what the other has stored as it is (`shared` takes it over).
 */
export async function keepForm<Game extends Kept>(game: Game, shared: (newer: Game) => Partial<Game>): Promise<void> {
  const { store, done } = (await opening).transaction("things", "readwrite");
  const kept = (await store.get(`game:${game.id}`)) as Game | undefined;
  const behind = kept !== undefined && stepOf(kept) > game.step;
  const writing: Promise<unknown>[] = [
    store.put(behind ? { ...game, ...shared(kept) } : game, `game:${game.id}`),
    done,
  ];
  // A game becomes the one that is open by being begun or acted in, not by a page that is closed over it.
  if (!kept) writing.push(store.put(game.id, `current:${game.ruleset}`));
  await Promise.all(writing);
}

const stepOf = (game: { step?: number }): number => game.step ?? 0;

/**
 * One step of a game, whole or not at all: the form with whatever question is open, and the entries of the log that changed, by
 * their place. It is on the disk when this returns, so what is shown after it outlives an empty battery. A page that is behind
 * another one writes nothing and is told what it has missed: the browser lets one page write at a time.
 */
export async function keepStep<Game extends Kept, Entry>(
  game: Game,
  changed: { index: number; entry: Entry }[] = [],
): Promise<Newer<Game, Entry> | null> {
  const step = (await opening).transaction(["things", "entries"], "readwrite", { durability: "strict" });
  const [things, entries] = [step.objectStore("things"), step.objectStore("entries")];
  const kept = (await things.get(`game:${game.id}`)) as Game | undefined;
  if (kept && stepOf(kept) > game.step)
    return { game: kept, entries: (await entries.getAll(rangeOf(game.id))) as Entry[] };
  await Promise.all([
    things.put(plain({ ...game, step: game.step + 1 }), `game:${game.id}`),
    things.put(game.id, `current:${game.ruleset}`),
    ...changed.map(({ index, entry }) => entries.put(plain(entry), [game.id, index])),
    step.done,
  ]);
  pages?.postMessage(game.id);
  return null;
}

/** What other pages have stored of a game after this step; nothing where they have not. */
export async function keptAfter<Game extends Kept, Entry>(
  id: string,
  step: number,
): Promise<Newer<Game, Entry> | null> {
  const look = (await opening).transaction(["things", "entries"]);
  const game = (await look.objectStore("things").get(`game:${id}`)) as Game | undefined;
  if (!game || stepOf(game) <= step) return null;
  return { game, entries: (await look.objectStore("entries").getAll(rangeOf(id))) as Entry[] };
}

const rangeOf = (game: string): IDBKeyRange => IDBKeyRange.bound([game, 0], [game, Infinity]);

export async function keptEntries<T>(game: string): Promise<T[]> {
  return (await opening).getAll("entries", rangeOf(game)) as Promise<T[]>;
}

/** The game that is open under a ruleset, with its log: one look into the store. Nothing where the device keeps nothing. */
export async function keptStep<Game, Entry>(ruleset: string): Promise<{ game: Game; entries: Entry[] } | null> {
  const store = opened ?? (await Promise.race([opening.catch(() => null), firstVisit]));
  if (!store) return null;
  const look = store.transaction(["things", "entries"]);
  const things = look.objectStore("things");
  const id = (await things.get(`current:${ruleset}`)) as string | undefined;
  const game = id ? ((await things.get(`game:${id}`)) as Game | undefined) : undefined;
  if (!id || !game) return null;
  return { game, entries: (await look.objectStore("entries").getAll(rangeOf(id))) as Entry[] };
}

/** Asks the browser not to clear our store when space runs low. */
export async function askToStay(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
