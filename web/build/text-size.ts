import type { Plugin as PostcssPlugin } from "postcss";

/**
 * Type sizes are drawn in px and shipped in rem, so that the browser's text size and our "large type" both reach every word.
 * Boxes keep px: they are minimum sizes and grow with their words.
 */
export function textSize(): PostcssPlugin {
  return {
    postcssPlugin: "text-size",
    Declaration(declaration) {
      if (declaration.prop !== "font" && declaration.prop !== "font-size") return;
      declaration.value = declaration.value.replace(
        /(\d*\.?\d+)px/g,
        (_, px: string) => `${Math.round((Number(px) / 16) * 1000) / 1000}rem`,
      );
    },
  };
}
