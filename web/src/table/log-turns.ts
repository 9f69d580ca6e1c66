import type { Line, LogLine } from "./types";

/** The lines of one turn, newest first, under what there is to say of it. */
export type LogTurn = { turn: number; begins: string; lines: LogLine[] };

/** A log by turns, newest first: an action that begins a turn is the last of the one before. */
export function byTurns(lines: LogLine[]): LogTurn[] {
  const turns: LogTurn[] = [{ turn: 0, begins: "", lines: [] }];
  for (const line of lines) {
    turns.at(-1)!.lines.unshift(line);
    if (line.kind !== "undo" && line.turn) turns.push({ turn: line.turn, begins: line.begins, lines: [] });
  }
  return turns.filter(({ turn, lines: some }) => turn || some.length).reverse();
}

/** Every throw of a line as faces to be shown, and what they are aloud. */
export const facesOf = ({ dice }: Line): number[] => (dice ?? []).flatMap(({ faces }) => faces);
export const diceAloud = ({ dice }: Line, real: string): string =>
  (dice ?? []).map(({ label, faces, typed }) => `${label} ${faces.join(", ")}${typed ? real : ""}`.trim()).join("; ");
