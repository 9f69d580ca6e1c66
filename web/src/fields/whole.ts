/** Of the height of the page: what is taller than this part of it may be seen in pieces. */
const SHORT = 1 / 5;

/** Shows words only when all of them are in sight: no edge cuts through a line. */
export function whole(words: HTMLElement): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      const cut = entry && entry.intersectionRatio < 0.99 && entry.boundingClientRect.height < innerHeight * SHORT;
      words.style.opacity = cut ? "0" : "";
    },
    { threshold: [0, 0.99] },
  );
  observer.observe(words);
  return () => observer.disconnect();
}
