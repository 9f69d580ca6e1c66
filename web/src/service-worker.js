/*
 * The service worker: stores one edition of the app as a whole, and serves it whether or not the server is there.
 * Plain JavaScript on purpose, it is only made small; the build puts the edition and its files in.
 */
const EDITION = "__EDITION__";
const FILES = "__FILES__";
const PREFIX = "sandtable-";
const CACHE = PREFIX + EDITION;

/** A file is kept under its address and revision, so that the next edition can take over what did not change. */
const keyOf = (file) => new URL(`${file.url}?revision=${file.revision ?? ""}`, self.registration.scope).href;
const addressOf = (file) => new URL(file.url, self.registration.scope).href;

const byAddress = new Map(FILES.map((file) => [addressOf(file), file]));
const home = FILES.find((file) => file.url === "index.html");

async function tell(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

async function store() {
  const cache = await caches.open(CACHE);
  const total = FILES.reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  for (const file of FILES) {
    const key = keyOf(file);
    if (!(await cache.match(key))) {
      const known = await caches.match(key);
      const reply = known ?? (await fetch(addressOf(file), { cache: "no-cache" }));
      if (!reply.ok) throw new Error(`${file.url}: ${reply.status}`);
      await cache.put(key, reply);
    }
    done += file.bytes;
    await tell({ kind: "storing", part: done / total });
  }
}

self.addEventListener("install", (event) => event.waitUntil(store()));

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
      await tell({ kind: "stored" });
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const address = request.url.split(/[?#]/)[0];
  const file = byAddress.get(address) ?? (request.mode === "navigate" && isAppPage(address) ? home : undefined);
  if (file) event.respondWith(stored(file, request));
});

/** The API's own pages (its documentation) are the server's; only the scope's root is the app. */
const isAppPage = (address) => address === self.registration.scope;

async function stored(file, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(file))) ?? fetch(request);
}
