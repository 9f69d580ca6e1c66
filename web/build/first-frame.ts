import type { Plugin } from "vite";

/**
 * Nothing is drawn before the early piece has run, which is small and waits for nothing: it sets the page's looks. The app's own code
 * keeps no frame back: browsers that have drawn nothing of a page for a while give it one frame a second, whatever comes then.
 */
export function firstFrame(early: string): Plugin {
  return {
    name: "first-frame",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const piece = Object.values(bundle ?? {}).find((file) => file.type === "chunk" && file.name === early);
        if (!piece) throw new Error("There is no early piece.");
        return [
          {
            tag: "script",
            attrs: { type: "module", async: true, blocking: "render", crossorigin: true, src: `./${piece.fileName}` },
            injectTo: "head",
          },
        ];
      },
    },
  };
}
