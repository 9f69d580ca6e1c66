import { app } from "./app.svelte";
import PythonWorker from "./python.worker?worker";

/**
 * Stores the app and then starts Python from what was stored, so that nothing is fetched twice. Where the browser cannot store
 * (plain HTTP on a local network) Python starts from the network and lives as long as the page.
 */
export async function workOffline(): Promise<void> {
  if (!import.meta.env.PROD) return startPython();
  if (app.stored === "insecure") return startPython();
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.kind === "storing" && app.stored !== "stored") {
      app.stored = "storing";
      app.storedPart = data.part;
    }
    if (data.kind === "stored") app.stored = "stored";
  });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The first worker takes the page over silently; a later one does so because the reader asked for the new edition.
    if (app.newEdition) location.reload();
  });
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", app.base), { updateViaCache: "none" });
    watchForEdition(registration);
    if (registration.active) app.stored = "stored";
    else await stored(registration);
  } catch {
    if (app.stored !== "stored") app.stored = "failed";
  }
  startPython();
}

function stored(registration: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve) => {
    const worker = registration.installing ?? registration.waiting;
    if (!worker) return resolve();
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") app.stored = "stored";
      if (worker.state === "redundant") app.stored = "failed";
      if (worker.state === "activated" || worker.state === "redundant") resolve();
    });
  });
}

function watchForEdition(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker | null) => {
    if (worker && navigator.serviceWorker.controller) app.newEdition = worker;
  };
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offer(worker);
    });
  });
}

export function takeNewEdition(): void {
  app.newEdition?.postMessage("take over");
}

function startPython(): void {
  const worker = new PythonWorker();
  app.desk.startPython(worker, (bytes) => (app.loadedBytes += bytes));
  worker.postMessage({ start: app.base });
}
