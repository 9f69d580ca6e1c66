import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { around, t } from "../src/words";
import { en } from "../src/words/en";
import { lab } from "../src/words/en-lab";
import { table } from "../src/words/en-table";
import { literalsIn } from "./literals";

const SRC = join(import.meta.dirname, "../src");
/** What says nothing: drawings, what is generated, the catalogue itself. */
const SAYS_NOTHING = ["icons/drawings.ts", "lib/contract.ts", "words/"];
/** Signs that look like words, and why they are none. */
const SIGNS = [
  ": Enter", // names of keys, as they stand on them
  ": Esc",
  "--- sandtable, keep the lines below to open this log again ---", // marks the place in every log that was ever shared
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">', // the frame of a drawing
  " landscape; margin: 0 }", // how paper lies
  ": Libre Franklin", // names of types, as fonts.css has them
  ": League Gothic",
  "sandtable part", // what a promise is hashed with
  "(min-width: 900px), (orientation: landscape) and (max-height: 520px) and (min-width: 640px)",
];

const all = { ...en, ...table, ...lab };

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) && !entry.name.endsWith(".d.ts") ? [path] : [];
  });
}

const files = sources(SRC)
  .map((path) => ({ path, name: relative(SRC, path) }))
  .filter(({ name }) => !SAYS_NOTHING.some((each) => name.startsWith(each)));

test("no component and no module holds a text of its own", () => {
  const found = files.flatMap(({ path, name }) => literalsIn(name, readFileSync(path, "utf8")));
  expect(found.filter((each) => !SIGNS.some((sign) => each.endsWith(sign)))).toEqual([]);
}, 60_000);

test("every text of the catalogue is used, and no other is asked for", () => {
  const code = files.map(({ path }) => readFileSync(path, "utf8"));
  const unused = Object.keys(all).filter((id) => !code.some((text) => text.includes(`"${id}"`)));
  expect(unused).toEqual([]);
});

/** What pages of their own share with the first page comes with that. */
const FIRST = ["table/calls.ts", "table/kept.ts", "table/sound.ts"];

test.each([
  ["table", table],
  ["lab", lab],
] as const)("the texts that come with the %s are asked for there alone", (part, texts) => {
  const elsewhere = files.filter(({ name }) => !name.startsWith(`${part}/`) || FIRST.includes(name));
  const code = elsewhere.map(({ path }) => readFileSync(path, "utf8"));
  expect(Object.keys(texts).filter((id) => code.some((text) => text.includes(`"${id}"`)))).toEqual([]);
});

test("apostrophes are set as a printer sets them", () => {
  const typed = /[\p{L}}]'\p{L}|s'(?=[ ,.;:)!?]|$)/u;
  const texts = Object.entries(all).map(([id, text]) => [id, JSON.stringify(text)] as const);
  expect(texts.filter(([, text]) => typed.test(text)).map(([id]) => id)).toEqual([]);
});

test("the page says the same before the app is there", () => {
  const page = readFileSync(join(SRC, "../index.html"), "utf8");
  expect(page).toContain(`<main class="wait" hidden><p>${t("app.loading")}</p></main>`);
});

/** A list is drawn by ids or places: the same words may come twice, and then nothing at all would be drawn. */
test("no list is keyed by what people read", () => {
  const keyed =
    /\{#each [^{}]* as \w+(?:, \w+)? \((\w+\.(?:label|message|text|title|words)|note|remark|word|words)\)\}/g;
  const found = sources(SRC).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(keyed)].map(([each]) => `${relative(SRC, path)}: ${each}`),
  );
  expect(found).toEqual([]);
});

describe("a text that stands in the code is found", () => {
  const component = (markup: string, script = ""): string[] =>
    literalsIn("A.svelte", `<script lang="ts">${script}</script>\n${markup}`);

  test.each([
    ["in markup", "<p>Next turn</p>"],
    ["in markup, one word", "<b>Void</b>"],
    ["in an attribute", '<i aria-label="Next turn"></i>'],
    ["in a property", '<Tick label="void" />'],
    ["beside a value", "<p>{number} of the dice</p>"],
    ["in an expression", '<p>{on ? "Switched on" : ""}</p>'],
    ["in a template", "<p>{`Turn ${number}`}</p>"],
    ["in a template of a property", "<Tick label={`${number} of them`} />"],
  ])("%s", (_, markup) => expect(component(markup)).toHaveLength(1));

  test("in a script and in a module", () => {
    expect(component("", 'const word = "Choose a face";')).toEqual(["A.svelte:1: Choose a face"]);
    expect(literalsIn("a.ts", "export const word = (n: number): string => `${n} to go`;")).toHaveLength(1);
    expect(literalsIn("a.ts", 'throw new Error("Nobody is there.");')).toHaveLength(1);
  });

  test("but no sign is taken for one", () => {
    expect(
      component('<i class="h1 on" style:left="3%" onclick={() => key("x")}>{t("log.void")}, {a}: 3 × 4</i>'),
    ).toEqual([]);
    expect(component("", 'import a from "./A b"; if (event.key === "Enter") go("M1 2", { kind: "log" });')).toEqual([]);
  });
});

describe("the catalogue", () => {
  test("fills in names, and one and many", () => {
    expect(t("mast.turn", { turn: 3 })).toBe("Turn 3");
    expect(t("count.actions", { n: 1 })).toBe("1 action");
    expect(t("count.actions", { n: 0 })).toBe("0 actions");
    expect(t("dice.all", { n: 1 })).toBe("One die.");
    expect(around("question.for_alone")).toEqual(["", " alone may see this. Hand over the phone."]);
  });

  test("has the same braces in every form of a text", () => {
    const braces = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).filter((each) => each !== "{n}").sort();
    for (const [id, text] of Object.entries(all))
      if (typeof text !== "string")
        for (const form of Object.values(text)) expect([id, braces(form)]).toEqual([id, braces(text.other)]);
  });
});
