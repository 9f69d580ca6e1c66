import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { minifySync } from "rolldown/utils";
import type { Plugin } from "vite";

/**
 * One file of the edition: where it is, and what it was, so that an unchanged file is not fetched again. The bundle's own files
 * carry that in their names.
 */
type Stored = { url: string; revision?: string; bytes: number };

const digest = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 12);

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

/** Licences are for people who look, not for a phone's storage. */
const stays = (url: string): boolean => !url.startsWith("licences/") && !url.endsWith(".gz") && url !== "sw.js";

/**
 * Writes `sw.js` after the bundle: the hand-written worker with the list of all files of this edition.
 * `engine.zip` is made by the Python side. It stands in the list with the revision `__ENGINE_EDITION__`, which the server and
 * `sandtable export` replace by the archive's hash: a changed rule is then a new edition, as a changed button is.
 */
export function serviceWorker(source: string): Plugin {
  let out = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      out = join(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      order: "post",
      async handler() {
        const { writeFile } = await import("node:fs/promises");
        const files: Stored[] = walk(out)
          .map((path) => ({ path, url: relative(out, path).replaceAll("\\", "/") }))
          .filter(({ url }) => stays(url))
          .map(({ path, url }) => {
            const bytes = readFileSync(path);
            return { url, ...(url.startsWith("assets/") ? {} : { revision: digest(bytes) }), bytes: bytes.length };
          })
          .sort((a, b) => a.url.localeCompare(b.url));
        files.push({ url: "engine.zip", revision: "__ENGINE_EDITION__", bytes: 400_000 });
        const template = readFileSync(source, "utf8");
        const edition = digest(template + JSON.stringify(files)) + "-__ENGINE_EDITION__";
        const script = template
          .replace('"__EDITION__"', JSON.stringify(edition))
          .replace('"__FILES__"', JSON.stringify(files));
        await writeFile(join(out, "sw.js"), minifySync("sw.js", script).code);
      },
    },
  };
}
