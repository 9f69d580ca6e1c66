import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** What the browser needs to run Python; the rest of the npm package stays behind. */
export const PYODIDE_FILES = [
  "pyodide.mjs",
  "pyodide.asm.mjs",
  "pyodide.asm.wasm",
  "python_stdlib.zip",
  "pyodide-lock.json",
] as const;

const TYPES: Record<string, string> = {
  mjs: "text/javascript",
  wasm: "application/wasm",
  zip: "application/zip",
  json: "application/json",
};

const folder = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));

/** Serves Pyodide from our own origin: in development from node_modules, in the build as files below `pyodide/`. */
export function pyodideFiles(): Plugin {
  return {
    name: "pyodide-files",
    configureServer(server) {
      server.middlewares.use("/pyodide", (request, response, next) => {
        const name = (request.url ?? "").split("?")[0]!.slice(1);
        if (!(PYODIDE_FILES as readonly string[]).includes(name)) return next();
        response.setHeader("content-type", TYPES[name.split(".").pop()!]!);
        void readFile(join(folder, name)).then((bytes) => response.end(bytes));
      });
    },
    async generateBundle() {
      for (const name of PYODIDE_FILES) {
        // The source map comment would make the developer tools ask for a file we do not ship.
        const bytes = await readFile(join(folder, name));
        const source = name.endsWith(".mjs")
          ? bytes.toString("utf8").replace(/\n?\/\/# sourceMappingURL=.*\s*$/, "\n")
          : bytes;
        this.emitFile({ type: "asset", fileName: `pyodide/${name}`, source });
      }
    },
  };
}
