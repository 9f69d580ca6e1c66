/** The server's own inks by the page's names: the picture then follows the page's theme, and not the system's. */
const INKS: Record<string, string> = {
  "#F0ECDD": "--map",
  "#3A332B": "--m-ink",
  "#6E5B45": "--m-hach",
  "#D5D8B8": "--m-wood",
  "#566044": "--m-tree",
  "#BFD2DA": "--m-water",
  "#2F6584": "--m-shore",
  "#E4DDBF": "--m-field",
  "#DDCFBC": "--m-town",
  "#FBF9F1": "--m-road",
  "#1A1613": "--ink",
  "#F6F4EC": "--sheet",
  "#E9E6DC": "--paper",
  "#564F47": "--soft",
  "#A8141C": "--red",
  "#17456B": "--blue",
};

/** ``north``: where it lies, in degrees clockwise from up; ``yards``: what an inch stands for; ``names``: those on it, in small letters. */
export type Ground = { style: string; inner: string; north: number; yards: number; names: Set<string> };

/** Every class of the picture under a name of its own, so that its style and the page's never meet. */
const ownClasses = (svg: string): string =>
  svg.replace(/class="([^"]*)"/g, (_, names: string) => `class="${names.replace(/[^\s]+/g, "map-$&")}"`);
const ownSelectors = (css: string): string => css.replace(/\.(?=[a-z][\w-]*[^;{}]*\{)/g, ".map-");

/** The ground's picture without its frame, its style in the page's inks. */
export function themed(svg: string): Ground {
  const styles = svg.match(/<style>([\s\S]*?)<\/style>/)?.[1] ?? "";
  const light = styles.split("@media")[0]!.replace(/#[0-9A-F]{6}/gi, (ink) => {
    const name = INKS[ink.toUpperCase()];
    return name ? `var(${name})` : ink;
  });
  const inner = svg.replace(/^[\s\S]*?<\/style>/, "").replace(/<\/svg>\s*$/, "");
  const told = (name: string): number => Number(svg.match(new RegExp(`^[^>]* data-${name}="(-?[\\d.]+)"`))?.[1] ?? 0);
  const names = new Set([...svg.matchAll(/>([^<>]+)<\/text/g)].map(([, name]) => name!.trim().toLowerCase()));
  const style = ownSelectors(light).trim();
  return { style, inner: ownClasses(inner), north: told("north"), yards: told("yards"), names };
}

/** Draws the server's own drawing into a group. */
export function drawn(node: SVGGElement, drawing: string | Ground): { update: (drawing: string | Ground) => void } {
  const draw = (wanted: string | Ground): void => {
    const svg = typeof wanted === "string" ? wanted : `<style>${wanted.style}</style>${wanted.inner}`;
    const parsed = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${svg}</svg>`,
      "image/svg+xml",
    );
    const children = [...parsed.documentElement.childNodes].filter(({ nodeName }) => nodeName !== "script");
    node.replaceChildren(...children.map((child) => document.importNode(child, true)));
  };
  draw(drawing);
  return { update: draw };
}
