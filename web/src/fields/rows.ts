/** From so many rows on, choices are left as the lines of print fall: their labels are of very different length. */
const MANY_ROWS = 4;

const rowsOf = (row: HTMLElement): number =>
  new Set([...row.children].map((each) => (each as HTMLElement).offsetTop)).size;

/**
 * Makes the rows that a row of so many choices has been broken into as even as they come, as the browser has measured them: short
 * words where there are any, then as many to a row; words in two lines where that saves the third row. Wherever it yields it is told
 * how many rows there are.
 */
function* evened(row: HTMLElement, number: number): Generator<void, void, number> {
  delete row.dataset.brief;
  delete row.dataset.tight;
  row.style.removeProperty("--share");
  if ((yield) > 1) row.dataset.brief = "";
  const rows = yield;
  const share = (among: number): void =>
    row.style.setProperty("--share", `calc(${100 / Math.ceil(number / among)}% - 1px)`);
  if (rows > 1 && rows < MANY_ROWS) share(rows);
  if (rows !== MANY_ROWS - 1) return;
  row.dataset.tight = ""; // each is at least as wide as its longest word
  share(rows - 1);
  if ((yield) < rows) return;
  delete row.dataset.tight;
  share(rows);
}

/** A row of so many choices, and the width that it was last made even for, in pixels. */
type Row = { row: HTMLElement; number: number; width: number };
const standing = new Map<Element, Row>();

/** Makes rows even, all of them step by step together: to change and measure them one by one would lay out the page for each. */
function even(rows: Row[]): void {
  for (const each of rows) each.width = each.row.offsetWidth;
  let under = rows.map(({ row, number }) => ({ row, steps: evened(row, number) }));
  for (const { steps } of under) steps.next();
  while (under.length) {
    const counts = under.map(({ row }) => rowsOf(row));
    under = under.filter(({ steps }, index) => !steps.next(counts[index]!).done);
  }
}

const observer = new ResizeObserver((entries) =>
  even(
    entries.flatMap(({ target }) => {
      const known = standing.get(target);
      return known && known.width !== known.row.offsetWidth ? [known] : [];
    }),
  ),
);
// Letters are as wide as their type, which may come later than the form.
document.fonts?.addEventListener("loadingdone", () => even([...standing.values()]));

/** Rows that have come with what was drawn just now. An observer hears of them when they have their place, and they would move in it. */
let fresh: Row[] = [];
function evenFresh(): void {
  const rows = fresh.filter((each) => standing.get(each.row) === each);
  fresh = [];
  even(rows);
}

/** Keeps a row of choices even as long as it stands. `choices` are what is in it; when they are others, it is looked at anew. */
export const evenRows =
  (choices: readonly unknown[]) =>
  (row: HTMLElement): (() => void) => {
    const known = { row, number: choices.length, width: 0 };
    standing.set(row, known);
    observer.observe(row);
    if (!fresh.length) queueMicrotask(evenFresh);
    fresh.push(known);
    return () => {
      standing.delete(row);
      observer.unobserve(row);
    };
  };
