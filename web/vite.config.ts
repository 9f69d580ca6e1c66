import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { compileAhead } from "./build/compile-ahead.ts";
import { firstFrame } from "./build/first-frame.ts";
import { packed } from "./build/packed.ts";
import { pieces } from "./build/pieces.ts";
import { pyodideFiles } from "./build/pyodide-files.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { textSize } from "./build/text-size.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ mode }) => ({
  // Relative addresses: the exported app may lie in any folder of any host.
  base: "./",
  plugins: [
    svelte(),
    compileAhead(),
    firstFrame("early"),
    pyodideFiles(),
    serviceWorker(here("./src/service-worker.js")),
    packed(),
  ],
  css: { postcss: { plugins: [textSize()] } },
  worker: { format: "es" as const },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/sandtable/web_dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    chunkSizeWarningLimit: 250,
    rolldownOptions: {
      input: { index: here("./index.html"), early: here("./src/early.ts") },
      // How long each plugin took is no news, and a quiet build is a good build.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: pieces({
          early: here("./src/early.ts"),
          first: here("./src/main.ts"),
          umpire: here("./src/umpire/page.ts"),
          umpireLater: here("./src/umpire/later.ts"),
          hall: here("./src/table/OpenBattle.svelte"),
          seat: here("./src/table/SeatPage.svelte"),
          seatLater: here("./src/table/besides.ts"),
        }),
      },
    },
  },
  server: {
    // `sandtable serve --port 8848` beside `npm run dev`: the page reloads at a change, the rules stay where they are.
    proxy: { "/api": "http://127.0.0.1:8848", "/engine.zip": "http://127.0.0.1:8848" },
  },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
  },
}));
