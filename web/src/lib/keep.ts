/**
 * What must survive a reload or an empty battery, in IndexedDB. Two stores: `things` holds small named values (a game's form, the
 * settings), `entries` holds the log, one row per verdict, so that a tap never rewrites a long log. `start.js` opens them, while
 * this code is still on its way.
 */
const open = (): Promise<IDBDatabase> => window.storeOpening;

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** IndexedDB takes plain data only; Svelte's proxies and anything else are flattened here. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

export async function keepThing(name: string, value: unknown): Promise<void> {
  const transaction = (await open()).transaction("things", "readwrite");
  transaction.objectStore("things").put(plain(value), name);
  await finished(transaction);
}

export async function keptThing<T>(name: string): Promise<T | undefined> {
  return result((await open()).transaction("things").objectStore("things").get(name));
}

export async function keptThings<T>(prefix: string): Promise<{ name: string; value: T }[]> {
  const store = (await open()).transaction("things").objectStore("things");
  const range = IDBKeyRange.bound(prefix, prefix + "\uffff");
  const [names, values] = await Promise.all([result(store.getAllKeys(range)), result(store.getAll(range))]);
  return names.map((name, index) => ({ name: String(name), value: values[index] as T }));
}

/** The form of a game, which is written at every tap; of the log nothing has changed. */
export async function keepForm(game: { id: string; ruleset: string }): Promise<void> {
  const transaction = (await open()).transaction("things", "readwrite");
  const things = transaction.objectStore("things");
  things.put(game, `game:${game.id}`);
  things.put(game.id, `current:${game.ruleset}`);
  await finished(transaction);
}

/**
 * One step of a game, whole or not at all: the form with whatever question is open, and the entries of the log that changed, by
 * their place. It is on the disk when this returns, so what is shown after it outlives an empty battery.
 */
export async function keepStep(
  game: { id: string; ruleset: string },
  changed: { index: number; entry: unknown }[] = [],
): Promise<void> {
  const transaction = (await open()).transaction(["things", "entries"], "readwrite", { durability: "strict" });
  const things = transaction.objectStore("things");
  things.put(plain(game), `game:${game.id}`);
  things.put(game.id, `current:${game.ruleset}`);
  for (const { index, entry } of changed) transaction.objectStore("entries").put(plain(entry), [game.id, index]);
  await finished(transaction);
}

const rangeOf = (game: string): IDBKeyRange => IDBKeyRange.bound([game, 0], [game, Infinity]);

export async function keptEntries<T>(game: string): Promise<T[]> {
  return result((await open()).transaction("entries").objectStore("entries").getAll(rangeOf(game)));
}

/** The game that is open under a ruleset, with its log: one look into the store. Nothing where the device keeps nothing. */
export async function keptStep<Game, Entry>(ruleset: string): Promise<{ game: Game; entries: Entry[] } | null> {
  const store = await Promise.race([open().catch(() => null), window.storeIfAny]);
  if (!store) return null;
  const transaction = store.transaction(["things", "entries"]);
  const things = transaction.objectStore("things");
  const id = await result<string | undefined>(things.get(`current:${ruleset}`));
  const game = id ? await result<Game | undefined>(things.get(`game:${id}`)) : undefined;
  if (!id || !game) return null;
  return { game, entries: await result<Entry[]>(transaction.objectStore("entries").getAll(rangeOf(id))) };
}

export async function forgetGame(game: string): Promise<void> {
  const transaction = (await open()).transaction(["things", "entries"], "readwrite");
  transaction.objectStore("things").delete(`game:${game}`);
  transaction.objectStore("entries").delete(rangeOf(game));
  await finished(transaction);
}

/** Asks the browser not to clear our store when space runs low. */
export async function askToStay(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
}
