import type { Plugin } from "vite";

/** https://v8.dev/blog/explicit-compile-hints: read where it is the first line of a file. */
const MARK = "//# allFunctionsCalledOnLoad\n";

/** The page that a form stands on; the others are drawn by much less of their code. */
const PAGE = /\/umpire\/page\.ts$/;

/**
 * Nearly all of what the page begins with is called before the first form stands. Browsers that know the mark compile it while it
 * comes in, beside the page's own work; without it they do so function by function, in the middle of drawing.
 */
export function compileAhead(): Plugin {
  return {
    name: "compile-ahead",
    apply: "build",
    generateBundle: {
      // After the bundler has made everything small: it would take the mark for a remark.
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          // A page that is kept in one piece has no module that stands for the whole of it: it is known by what is in it.
          if (file.type !== "chunk" || !(file.isEntry || file.moduleIds.some((id) => PAGE.test(id)))) continue;
          for (const name of [file.fileName, ...file.imports]) {
            const piece = bundle[name];
            if (piece?.type === "chunk" && !piece.code.startsWith(MARK)) piece.code = MARK + piece.code;
          }
        }
      },
    },
  };
}
