import type { Line, LogLine, Said } from "./types";

/** An action, or what somebody said or asked for between two of them. */
export type LogRow = LogLine | Said;
/** The rows of one turn, newest first, under what there is to say of it. */
export type LogTurn = { turn: number; begins: string; rows: LogRow[] };

export const isSaid = (row: LogRow): row is Said => "after" in row;

/**
 * A log by turns, newest first: an action that begins a turn is the last of the one before. What was said stands where it was said.
 * ``now`` is the turn that it is: a battle may begin in the midst of its first one.
 */
export function byTurns(lines: LogLine[], said: Said[] = [], now = 0): LogTurn[] {
  const begun = lines.find((line): line is Line => line.kind !== "undo" && line.turn > 0);
  const turns: LogTurn[] = [{ turn: begun ? begun.turn - 1 : now, begins: "", rows: [] }];
  const hear = (until: number): void => {
    while (waiting.length && waiting[0]!.after < until) turns.at(-1)!.rows.unshift(waiting.shift()!);
  };
  const waiting = [...said];
  for (const line of lines) {
    hear(line.number);
    turns.at(-1)!.rows.unshift(line);
    if (line.kind !== "undo" && line.turn) turns.push({ turn: line.turn, begins: line.begins, rows: [] });
  }
  hear(Infinity);
  return turns.filter(({ turn, rows }, at) => (at && turn) || rows.length).reverse();
}

/** Every throw of a line as faces to be shown, and what they are aloud. */
export const facesOf = ({ dice }: Line): number[] => (dice ?? []).flatMap(({ faces }) => faces);
export const diceAloud = ({ dice }: Line, real: string): string =>
  (dice ?? []).map(({ label, faces, typed }) => `${label} ${faces.join(", ")}${typed ? real : ""}`.trim()).join("; ");
