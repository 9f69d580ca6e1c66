import { app } from "../lib/app.svelte";
import { ask } from "../lib/asking";
import type { LabChoices, LabPlayer, LabReport, LabRun, LabScenario, LabStartBody, Problems } from "../lib/contract";
import { t } from "../words";

/** How often a run that goes on is looked at, in milliseconds; its pictures less often. */
const LOOK = 1500;
const DRAW = 4;
/** A side that is played as both are. */
const AS_BOTH: LabPlayer = { level: "", weights: "", name: "" };

/** The lab's runs live on the server. */
async function call<Reply>(name: string, body: unknown): Promise<Reply> {
  const reply = await ask(new URL(`api/lab/${name}`, app.base).href, body).catch(() => null);
  let told: { status: string } | null = null;
  try {
    told = JSON.parse(reply?.text ?? "") as { status: string };
  } catch {
    // Not the lab's words: whatever stands between here and it.
  }
  if (told?.status === "ok") return told as Reply;
  if (told?.status === "problems" && reply?.status !== 404) throw new Error((told as Problems).problems[0]?.message);
  throw new Error(t("lab.no_server"));
}

/** A question to the lab and its run: it is put, watched, stopped and gone on with. */
export class RunPage {
  choices = $state.raw<LabChoices | null>(null);
  scenario = $state("");
  level = $state("");
  /** The house rules to compare with the printed ones; none: is it fair? */
  house = $state("");
  houseName = $state("");
  /** Sides that are played in a way of their own, by their labels. */
  players = $state.raw<{ [side: string]: LabPlayer }>({});
  run = $state.raw<LabRun | null>(null);
  problem = $state("");
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looks = 0;

  constructor(readonly ruleset: string) {
    void this.#try(async () => {
      const choices = await call<LabChoices>("choices", {});
      this.choices = choices;
      this.choose(this.offered[0]?.id ?? "");
      if (choices.run) await this.#look(choices.run);
    });
  }

  get offered(): LabScenario[] {
    return (this.choices?.scenarios ?? []).filter(({ ruleset }) => ruleset === this.ruleset);
  }

  get chosen(): LabScenario | undefined {
    return this.offered.find(({ id }) => id === this.scenario);
  }

  choose(scenario: string): void {
    this.scenario = scenario;
    this.level = this.chosen?.levels.at(-1) ?? "";
    this.players = {};
  }

  /** A side is played in a way of its own; what is empty is as for both. */
  setPlayer(side: string, player: Partial<LabPlayer>): void {
    this.players = { ...this.players, [side]: { ...AS_BOTH, ...this.players[side], ...player } };
  }

  start = (): Promise<void> =>
    this.#try(async () => {
      const printed = { name: "", house: "" };
      const texts = this.house.trim() ? [printed, { name: this.houseName, house: this.house }] : [printed];
      const body: LabStartBody = { scenario: this.scenario, level: this.level, players: this.players, texts };
      this.#watch(await call<LabRun>("start", body));
    });

  stop = (): Promise<void> => this.#try(async () => this.#watch(await call<LabRun>("stop", { run: this.run!.run })));
  goOn = (): Promise<void> => this.#try(async () => this.#watch(await call<LabRun>("go_on", { run: this.run!.run })));
  report = (): Promise<LabReport> => call("report", { run: this.run!.run });

  /** Nobody looks any more; the run goes on by itself. */
  leave(): void {
    clearTimeout(this.#timer);
  }

  /** Another question. */
  again(): void {
    this.leave();
    this.run = null;
  }

  async #try(deed: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = "";
    try {
      await deed();
    } catch (fault) {
      this.problem = (fault as Error).message;
    }
    this.busy = false;
  }

  async #look(run: string): Promise<void> {
    const figures = this.#looks++ % DRAW === 0;
    this.#watch(await call<LabRun>("look", { run, figures }), figures);
  }

  #watch(run: LabRun, drawn = true): void {
    // A look without pictures leaves those that were there.
    const old = this.run?.run === run.run ? this.run.answer : null;
    const answer = run.answer && !drawn && old ? { ...run.answer, figures: old.figures } : run.answer;
    this.run = { ...run, answer };
    this.leave();
    if (run.state === "running")
      this.#timer = setTimeout(
        () => void this.#look(run.run).catch((fault: Error) => (this.problem = fault.message)),
        LOOK,
      );
    else if (!answer?.figures.length && !drawn) void this.#last(run.run);
  }

  async #last(run: string): Promise<void> {
    const told = await call<LabRun>("look", { run, figures: true }).catch(() => null);
    if (told && this.run?.run === run) this.run = told;
  }
}
