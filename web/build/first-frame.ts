import type { Plugin } from "vite";

const SCRIPT = '<script type="module"';

/**
 * The page is drawn first when its code has run: mostly with the form in it. A browser that draws what stands before that has two
 * frames to make, and on a slow phone the form waits for the first one. `start.js` lets a page go on whose code does not come.
 */
export function firstFrame(): Plugin {
  return {
    name: "first-frame",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        if (!html.includes(SCRIPT)) throw new Error("The page's script stands there in another way now.");
        return html.replace(SCRIPT, `${SCRIPT} blocking="render"`);
      },
    },
  };
}
