/*
 * Python in the browser. It loads Pyodide and the engine from our own origin and answers `{id, name, body}` with `{id, reply}`,
 * both as JSON text, by the same function that stands behind the server.
 */
type Answer = (name: string, body: string) => string;
type Pyodide = {
  unpackArchive(bytes: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
};

/** The DOM's types and the worker's both declare `self`; here it is the worker's. */
const worker = self as unknown as {
  fetch: typeof fetch;
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
};

let answer: Answer | null = null;

/** Counts what comes in, so that a slow start can be shown in MB. */
const plainFetch = worker.fetch.bind(worker);
worker.fetch = async (input, init) => {
  const reply = await plainFetch(input, init);
  if (!reply.body) return reply;
  const counted = reply.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        worker.postMessage({ bytes: chunk.byteLength });
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { status: reply.status, statusText: reply.statusText, headers: reply.headers });
};

/** The desk, and the rulesets that this Python has: a package may need more than runs in a browser. */
async function start(base: string): Promise<{ answer: Answer; rulesets: string[] }> {
  const pyodideFolder = new URL("pyodide/", base).href;
  const engine = worker.fetch(new URL("engine.zip", base)).then((reply) => {
    if (!reply.ok) throw new Error(`engine.zip: ${reply.status}`);
    return reply.arrayBuffer();
  });
  // The engine's failure is reported below; without this an early one would be "unhandled" while Pyodide still loads.
  engine.catch(() => {});
  const { loadPyodide } = await import(/* @vite-ignore */ `${pyodideFolder}pyodide.mjs`);
  const pyodide: Pyodide = await loadPyodide({ indexURL: pyodideFolder });
  pyodide.unpackArchive(await engine, "zip", { extractDir: "/engine" });
  const found = pyodide.runPython(
    "import sys\nsys.path.insert(0, '/engine')\nfrom sandtable.umpire.desk import answer\nanswer",
  ) as Answer;
  const known = pyodide.runPython("import json\nfrom sandtable.kernel import registry\njson.dumps(registry.usable())");
  return { answer: found, rulesets: JSON.parse(known as string) };
}

worker.onmessage = async ({ data }) => {
  if (data.start !== undefined) {
    try {
      const started = await start(data.start);
      answer = started.answer;
      worker.postMessage({ ready: true, rulesets: started.rulesets });
    } catch (fault) {
      worker.postMessage({ failed: String(fault) });
    }
    return;
  }
  try {
    worker.postMessage({ id: data.id, reply: answer!(data.name, data.body) });
  } catch (fault) {
    worker.postMessage({ id: data.id, fault: String(fault), body: data.body });
  }
};
