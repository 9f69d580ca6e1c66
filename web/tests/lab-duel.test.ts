import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { app } from "../src/lib/app.svelte";
import { DuelPage } from "../src/lab/duel.svelte";

type Body = { [name: string]: unknown };

const KINDS = ["foot", "horse", "mules"];
const FORM = {
  status: "ok",
  fields: [],
  actions: [{ id: "fire", label: "Fire" }],
  others: [{ id: "morale", label: "Morale" }],
  script: "A fire, B fire",
  units: [
    { side: "red", kind: "foot" },
    { side: "blue", kind: "horse" },
  ],
  values: { range: "3-6" },
  until: [],
  varied: [{ id: "kind", label: "Kind" }],
  closed: [{ field: "range", value: "12-18", reason: "Out of range." }],
};
let asked: { name: string; body: Body }[];
let refuse = "";

function reply(name: string, body: Body): unknown {
  if (refuse) return { status: "problems", problems: [{ field: "script.1", message: refuse }] };
  if (name === "duel_form") return FORM;
  if (name === "duel_matrix") {
    // Mules fight nobody, and nobody fights mules.
    const cells = KINDS.map((kind) => ({
      percent: kind === "mules" ? null : 50,
      why: kind === "mules" ? "Mules." : "",
    }));
    return { status: "ok", labels: KINDS, shorts: KINDS, values: KINDS, first: body.first, rows: [cells] };
  }
  const steps = String(body.script)
    .split(", ")
    .map((text) => ({ text, who: text[0], label: text, said: text, round: 0, instead: "" }));
  return { status: "ok", script: body.script, steps, again: 0, rounds: [{ number: 1, a: steps.length, b: 0 }] };
}

const page = async (): Promise<DuelPage> => {
  const made = new DuelPage("sample");
  await vi.waitFor(() => expect(made.duel).not.toBeNull());
  return made;
};
const last = (name: string): Body => asked.filter((each) => each.name === name).at(-1)!.body;
const times = (name: string): number => asked.filter((each) => each.name === name).length;

beforeEach(() => {
  asked = [];
  refuse = "";
  vi.spyOn(app.desk, "call").mockImplementation((async (name: string, body: Body) => {
    asked.push({ name, body });
    return reply(name, body);
  }) as never);
});
afterEach(() => vi.restoreAllMocks());

test("a page begins with the usual duel of its game", async () => {
  await page();
  expect(last("duel")).toEqual({
    ruleset: "sample",
    units: { A: FORM.units[0], B: FORM.units[1] },
    script: "A fire, B fire",
    fields: { range: "3-6" },
  });
});

test("whatever is changed is asked anew, and the rounds before it are kept to be compared", async () => {
  const duel = await page();
  duel.setUnit(1, "kind", "foot");
  await vi.waitFor(() => expect(duel.before).toHaveLength(1));
  expect((last("duel").units as Body).B).toEqual({ side: "blue", kind: "foot" });
  duel.setBoth("range", "0-3");
  expect(last("duel").fields).toEqual({ range: "0-3" });
});

test("steps of the script are added, replaced and removed, the last one never", async () => {
  const duel = await page();
  const script = async (text: string): Promise<void> => {
    await vi.waitFor(() => expect(duel.duel!.script).toBe(text));
  };
  duel.setStep(2, "A morale");
  await script("A fire, B fire, A morale");
  duel.setStep(0, "B fire");
  await script("B fire, B fire, A morale");
  duel.setStep(2, "");
  await script("B fire, B fire");
  duel.setStep(0, "");
  await script("B fire");
  const before = times("duel");
  duel.setStep(0, "");
  expect(times("duel")).toBe(before);
});

test("what is refused is said, and the answer before it stays", async () => {
  const duel = await page();
  refuse = "Mules do not fire.";
  duel.setUnit(0, "kind", "mules");
  await vi.waitFor(() => expect(duel.problem?.message).toBe("Mules do not fire."));
  expect(duel.duel).not.toBeNull();
});

test("all against all comes row by row, when it is asked for, and not for those who fight nobody", async () => {
  const duel = await page();
  expect(times("duel_matrix")).toBe(0);
  await duel.compare();
  expect(duel.matrix!.rows).toHaveLength(3);
  expect(times("duel_matrix")).toBe(2);
  expect(duel.matrix!.rows[2]!.every(({ percent }) => percent === null)).toBe(true);
  duel.load("horse", "foot");
  expect(last("duel").units).toEqual({ A: { side: "red", kind: "horse" }, B: { side: "blue", kind: "foot" } });
  expect(duel.matrix).toBeNull();
});

test("values that lead nowhere are closed with their reason", async () => {
  const duel = await page();
  const field = { name: "range", bars: [] } as never;
  expect(duel.closing(field).bars[0]).toMatchObject({ values: ["12-18"], reason: "Out of range." });
});

test("other rules are told with everything that is asked, until the printed ones are back", async () => {
  const duel = await page();
  duel.setHouse("club.toml", "[fire.cover]\nsoft = -2\n");
  await vi.waitFor(() => expect(last("duel").house).toContain("soft = -2"));
  await vi.waitFor(() => expect(last("duel_form").house).toContain("soft = -2"));
  await duel.compare();
  expect(last("duel_matrix").house).toContain("soft = -2");
  expect(duel.houseName).toBe("club.toml");
  duel.setHouse("", "");
  expect(last("duel").house).toBeUndefined();
  expect(duel.houseName).toBe("");
});
