import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  compilerOptions: {
    runes: true,
    // Short names for scoped styles: they stand in every rule and every element, and the app is to stay under 100 kB.
    cssHash: ({ hash, filename }) => `s${hash(filename ?? "").slice(0, 4)}`,
    discloseVersion: false,
  },
};
