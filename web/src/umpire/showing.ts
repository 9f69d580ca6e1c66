import { app } from "../lib/app.svelte";
import type { Offer, Verdict } from "../lib/contract";
import type { Happened } from "../lib/dialogue.svelte";
import type { Game } from "../lib/game.svelte";
import { isBeside, sheets, type Sheet } from "../lib/sheets.svelte";

/** Lays before the players what came of an act or an answer: the question, the result, or a word in passing. */
export function show(game: Game, happened: Happened): void {
  if (happened.kind === "asked") askNow();
  if (happened.kind !== "finished" || happened.several) return;
  const { verdict, odds } = happened;
  if (isPassing(game, verdict)) {
    app.say(verdict.instructions[0]?.text || verdict.sentence || verdict.headline);
    if (sheets.top?.kind === "question") sheets.close();
  } else place({ kind: "result", verdict, odds });
}

/** Opens the question that waits. */
export function askNow(): void {
  if (!sheets.has("question")) sheets.open({ kind: "question" });
}

/** A sheet in the place of the question that led to it, or of the last result, or over whatever lies there. */
export function place(sheet: Sheet): void {
  if (sheets.top && isBeside(sheets.top)) sheets.turnTo(sheet);
  else sheets.open(sheet);
}

/** The initiative deserves a sheet; a further phase or a line in the log is said in passing. */
function isPassing(game: Game, { record }: Verdict): boolean {
  const initiative = record.action === game.ruleset.turn_action && !game.ruleset.phases.length;
  return Boolean(game.actionOf(record.action)?.ledger_only) && !initiative;
}

/** A tap on an offer: written at once and said in passing, or its form opened. Says which. */
export async function take(game: Game, offer: Offer): Promise<"written" | "opened"> {
  if (!offer.at_once) {
    game.form.open(offer);
    return "opened";
  }
  const happened = await game.dialogue.enter(offer);
  // No sheet covers the place it was tapped at.
  if (happened.kind === "finished") app.say(happened.verdict.sentence || happened.verdict.headline);
  else show(game, happened);
  return "written";
}
