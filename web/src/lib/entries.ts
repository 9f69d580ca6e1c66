import type { Entry, Meta } from "./contract";

/** One row of the log that is to be written, by its place. */
export type ChangedRow = { index: number; entry: Entry };

const replacedBy = (meta: Meta): string | undefined => (meta.redo_of ?? meta.corrects) as string | undefined;

/** The log as it stands before an entry is added to it: what that one redoes or corrects is struck out. */
export function beforeEntry(entries: Entry[], meta: Meta): Entry[] {
  const replaced = replacedBy(meta);
  return entries.map((entry) => (entry.record.meta.id === replaced ? struck(entry, true) : entry));
}

/** The log with one entry struck out. Striking out a redo brings back the result it replaced. */
export function withVoid(entries: Entry[], id: string): Entry[] {
  const gone = entries.find((entry) => entry.record.meta.id === id);
  const first = gone && replacedBy(gone.record.meta as Meta);
  return entries.map((entry) => {
    if (entry === gone) return struck(entry, true);
    return first && entry.record.meta.id === first ? struck(entry, false) : entry;
  });
}

const struck = (entry: Entry, voided: boolean): Entry => (entry.voided === voided ? entry : { ...entry, voided });

/** What differs between two states of a log: the rows to be written. */
export const changedRows = (before: Entry[], after: Entry[]): ChangedRow[] =>
  after.map((entry, index) => ({ index, entry })).filter(({ index, entry }) => before[index] !== entry);
