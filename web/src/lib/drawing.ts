/** A picture of the server's as a part of the page, so that its marks can be tapped. */
export const drawn =
  (svg: string) =>
  (place: HTMLElement): void => {
    const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    place.replaceChildren(document.importNode(read, true));
  };
