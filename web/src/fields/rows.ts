/** From so many rows on, choices are left as the lines of print fall: their labels are of very different length. */
const MANY_ROWS = 4;

const rowsOf = (row: HTMLElement): number =>
  new Set([...row.children].map((each) => (each as HTMLElement).offsetTop)).size;

/**
 * Makes the rows that a row of choices has been broken into as even as they come, as the browser has measured them: short words where
 * there are any, then as many to a row; words in two lines where that saves the third row. `choices` are what is in it; when they are others, it is looked at anew.
 */
export const evenRows =
  (choices: readonly unknown[]) =>
  (row: HTMLElement): (() => void) => {
    let width = -1;
    const fit = (): void => {
      delete row.dataset.brief;
      delete row.dataset.tight;
      row.style.removeProperty("--share");
      if (rowsOf(row) > 1) row.dataset.brief = "";
      const rows = rowsOf(row);
      const share = (among: number): void =>
        row.style.setProperty("--share", `calc(${100 / Math.ceil(choices.length / among)}% - 1px)`);
      if (rows > 1 && rows < MANY_ROWS) share(rows);
      if (rows !== MANY_ROWS - 1) return;
      row.dataset.tight = ""; // each is at least as wide as its longest word
      share(rows - 1);
      if (rowsOf(row) < rows) return;
      delete row.dataset.tight;
      share(rows);
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
