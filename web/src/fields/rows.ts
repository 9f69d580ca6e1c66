/** From so many rows on, choices are left as the lines of print fall: their labels are of very different length. */
const MANY_ROWS = 4;

const rowsOf = (row: HTMLElement): number =>
  new Set([...row.children].map((each) => (each as HTMLElement).offsetTop)).size;

/**
 * Makes the rows that a row of choices has been broken into as even as they come, as the browser has measured them: short words where
 * there are any, then as many to a row. `choices` are what is in it; when they are others, it is looked at anew.
 */
export const evenRows =
  (choices: readonly unknown[]) =>
  (row: HTMLElement): (() => void) => {
    let width = -1;
    const fit = (): void => {
      delete row.dataset.brief;
      row.style.removeProperty("--share");
      if (rowsOf(row) > 1) row.dataset.brief = "";
      const rows = rowsOf(row);
      const each = Math.ceil(choices.length / rows);
      if (rows > 1 && rows < MANY_ROWS) row.style.setProperty("--share", `calc(${100 / each}% - 1px)`);
    };
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.contentRect.width === width) return;
      width = entry.contentRect.width;
      fit();
    });
    observer.observe(row);
    // Letters are as wide as their type, which may come later than the form.
    document.fonts?.addEventListener("loadingdone", fit);
    return () => {
      observer.disconnect();
      document.fonts?.removeEventListener("loadingdone", fit);
    };
  };
