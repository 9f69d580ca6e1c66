import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Short names for scoped styles: they stand in every rule and every element, and the app is to stay under 100 kB.
    cssHash: ({ hash, filename }) => `s${hash(filename ?? "").slice(0, 4)}`,
    discloseVersion: false,
    // Markup as lists of elements: smaller than as text, and no text has to be read as HTML before the first form stands.
    fragments: "tree",
  },
};
