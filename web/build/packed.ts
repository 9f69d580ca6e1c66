import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** What is packed already, and what the server writes into before it hands it out. */
const LEFT = new Set([".gz", ".png", ".woff2", ".zip"]);
const WRITTEN_INTO = "sw.js";
/** Bytes; below that nothing is gained. */
const SMALLEST = 600;

/** Lays beside every file of the app the same file packed, as the server hands it to whoever takes it so. */
export function packed(): Plugin {
  let out = "";
  return {
    name: "packed",
    apply: "build",
    configResolved(config) {
      out = join(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      order: "post",
      handler() {
        for (const name of readdirSync(out, { recursive: true, encoding: "utf8" })) {
          const path = join(out, name);
          if (name === WRITTEN_INTO || LEFT.has(extname(name)) || !statSync(path).isFile()) continue;
          const bytes = readFileSync(path);
          if (bytes.length >= SMALLEST) writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        }
      },
    },
  };
}
