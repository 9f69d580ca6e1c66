/** A type that the map writes in, as its style says: slant and weight, size, family, space between letters in parts of the size. */
export type Type = { face: string; size: number; family: "text" | "display" | "letter" | "wood"; spaced?: number };

/** What has been measured, until another font has come in: then whoever asked is told, and asks again. */
let known: Record<string, number> = {};
let fonts = $state(0);
let pen: CanvasRenderingContext2D | null = null;

/** How wide words stand on the screen, as the browser sets them, at the size of text that the reader has chosen. */
export function widthOf(words: string, { face, size, family, spaced = 0 }: Type): number {
  pen ??= penOfPage();
  const page = getComputedStyle(document.documentElement);
  const pixels = (size / 16) * (parseFloat(page.fontSize) || 16);
  const font = `${face} ${pixels}px ${page.getPropertyValue(`--${family}`)}`;
  pen.font = font;
  return (known[`${fonts} ${font} ${words}`] ??= pen.measureText(words).width) + words.length * pixels * spaced;
}

function penOfPage(): CanvasRenderingContext2D {
  document.fonts?.addEventListener("loadingdone", () => {
    known = {};
    fonts += 1;
  });
  return document.createElement("canvas").getContext("2d")!;
}
