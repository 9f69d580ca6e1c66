import type { Box } from "./counter-plates";
import type { View } from "./geometry";

/** Where the names are that a picture has written on it, in map units, as it is seen now. */
export function lettering(picture: SVGGElement, { x, y, scale }: View): Box[] {
  const corner = picture.ownerSVGElement!.getBoundingClientRect();
  return [...picture.querySelectorAll("text")].map((name) => {
    const box = name.getBoundingClientRect();
    const [left, top] = [x + (box.left - corner.left) / scale, y + (box.top - corner.top) / scale];
    return { left, top, right: left + box.width / scale, bottom: top + box.height / scale };
  });
}
