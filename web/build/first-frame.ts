import type { Plugin } from "vite";

const SCRIPT = '<script type="module"';

/**
 * The page is drawn first when its code has run: mostly with the form in it. A browser that draws what stands before that has two
 * frames to make, and on a slow phone the form waits for the first one. The early piece, which is small and waits for nothing, stands
 * before it, and lets a page go on whose code does not come.
 */
export function firstFrame(early: string): Plugin {
  return {
    name: "first-frame",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const piece = Object.values(bundle ?? {}).find((file) => file.type === "chunk" && file.name === early);
        if (!piece || !html.includes(SCRIPT)) throw new Error("The page's scripts stand there in another way now.");
        return {
          html: html.replace(SCRIPT, `${SCRIPT} blocking="render"`),
          tags: [
            {
              tag: "script",
              attrs: { type: "module", async: true, blocking: "render", crossorigin: true, src: `./${piece.fileName}` },
              injectTo: "head",
            },
          ],
        };
      },
    },
  };
}
