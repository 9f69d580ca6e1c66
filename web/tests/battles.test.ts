import { beforeEach, expect, test, vi } from "vitest";
import type { TableLink, TableStanding } from "../src/lib/contract";
import { Battles } from "../src/home/battles.svelte";
import { wordsOf } from "../src/home/standing";
import { newGame } from "../src/lib/kept-game";
import { openParcel } from "../src/lib/games";
import { parcelOf } from "../src/lib/hand-over";
import { isLocal } from "../src/table/friends";
import {
  battleOf,
  finished,
  keepBattle,
  keepLink,
  keptBattles,
  linksOf,
  noteBattle,
  removeBattle,
  renameBattle,
  wanted,
} from "../src/table/kept";
import { verdict } from "./samples";

const link = (seat: string, who: string, token: string): TableLink => ({
  seat,
  side: seat,
  who,
  token,
  name: seat,
  part: "",
});
const standing = (more: Partial<TableStanding>): TableStanding => ({
  stands: "yours",
  title: "A ford",
  ruleset: "sample",
  side: "Red",
  turn: 2,
  turns: 6,
  waits_for: ["Red"],
  won: null,
  against: "computer",
  level: "",
  touched: 0,
  present: [],
  words: "",
  ...more,
});
const kept = (token: string, time: string, more = {}): void =>
  keepBattle({ token, title: `Battle ${token}`, time, links: [], ...more });

let told: { [token: string]: TableStanding };
let asked: string[][];
beforeEach(() => {
  localStorage.clear();
  told = {};
  asked = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (_: URL, { body }: { body: string }) => {
      const { tokens } = JSON.parse(body) as { tokens: string[] };
      asked.push(tokens);
      return new Response(JSON.stringify({ status: "ok", battles: tokens.map((token) => told[token]) }));
    }),
  );
});

test("those that wait for me come first, then those where another plays, then the finished ones, the newest first", async () => {
  kept("a", "2026-01-01", {});
  kept("b", "2026-01-02", {});
  kept("c", "2026-01-03", {});
  kept("d", "2026-01-04", {});
  told = {
    a: standing({}),
    b: standing({ stands: "over", won: true }),
    c: standing({ stands: "theirs", waits_for: ["Blue"] }),
    d: standing({}),
  };
  const battles = new Battles((id) => id);
  await battles.ask();
  expect(battles.rows.map(({ key, kind }) => `${key} ${kind}`)).toEqual(["d yours", "a yours", "c theirs", "b over"]);
  expect(battles.waiting).toBe(2);
});

test("one that is over is not asked about again, and how it ended is kept", async () => {
  kept("a", "2026-01-01");
  told = { a: standing({ stands: "over", won: false }) };
  const battles = new Battles((id) => id);
  await battles.ask();
  await battles.ask();
  expect(asked).toEqual([["a"]]);
  expect(battles.rows[0]!.words).toContain("You lost as Red.");
});

test("without the server the list stands as it was", async () => {
  kept("a", "2026-01-01", { turn: 3 });
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no line")));
  const battles = new Battles((id) => id);
  await battles.ask();
  expect(battles.rows[0]).toMatchObject({ key: "a", title: "Battle a", kind: "theirs" });
  expect(battles.rows[0]!.words).toContain("turn 3");
});

test("two who share a screen have one row, which leads to whoever is to play", async () => {
  const here = [link("Red", "me", "a"), link("Blue", "me", "b")];
  kept("a", "2026-01-01", { here });
  told = { a: standing({ stands: "theirs" }), b: standing({ side: "Blue", against: "here" }) };
  const battles = new Battles((id) => id);
  await battles.ask();
  expect(battles.rows).toHaveLength(1);
  expect(battles.rows[0]).toMatchObject({ kind: "yours", href: "#table=b" });
  expect(battleOf("b")?.token).toBe("a");
});

test("a row is put away and comes back where it was; a name stays", async () => {
  for (const token of ["a", "b", "c"]) kept(token, `2026-01-0${token.charCodeAt(0) - 96}`);
  const before = keptBattles().map(({ token }) => token);
  const battles = new Battles((id) => id);
  const back = battles.remove("b");
  expect(keptBattles().map(({ token }) => token)).toEqual(["c", "a"]);
  back();
  expect(keptBattles().map(({ token }) => token)).toEqual(before);
  battles.rename("b", "Club evening");
  expect(battles.rows.find(({ key }) => key === "b")?.title).toBe("Club evening");
  removeBattle("b");
  renameBattle("b", "nobody");
  expect(battleOf("b")).toBeUndefined();
});

test("a finished battle is to be seen from its start", async () => {
  kept("a", "2026-01-01", { standing: standing({ stands: "over" }) });
  const battles = new Battles((id) => id);
  battles.draw();
  await battles.goTo(battles.rows[0]!);
  expect(wanted.replay).toBe("a");
});

test("what is new of a battle is noted beside what was known, and a finished scenario is remembered", () => {
  kept("a", "2026-01-01", { scenario: "tutorial", links: [link("Blue", "friend", "b")] });
  noteBattle("a", "A ford", { turn: 4, over: true });
  expect(battleOf("a")).toMatchObject({ turn: 4, over: true, scenario: "tutorial" });
  expect(linksOf("a")).toHaveLength(1);
  expect(finished()).toEqual(["tutorial"]);
  keepLink("a", link("referee", "referee", "r"));
  expect(linksOf("a").map(({ seat }) => seat)).toEqual(["Blue", "referee"]);
  noteBattle("z", "By a friend's link", { turn: 1 });
  expect(keptBattles()[0]).toMatchObject({ token: "z", title: "By a friend's link" });
});

test("how a battle stands, in words", () => {
  expect(wordsOf(standing({}))).toBe("Table, turn 2 of 6, against the computer");
  expect(wordsOf(standing({ level: "soldier", turns: 0 }))).toBe("Table, turn 2, against the computer (soldier)");
  expect(wordsOf(standing({ stands: "theirs", waits_for: ["Blue", "Blue"] }))).toBe(
    "Table, turn 2 of 6. Blue is to play.",
  );
  expect(wordsOf(standing({ stands: "theirs", waits_for: ["Blue", "Red"] }))).toContain("Blue and Red are to play.");
  expect(wordsOf(standing({ turn: 0, against: "here" }))).toBe("Table, setting up, both sides here");
  expect(wordsOf(standing({ stands: "over", won: null }))).toContain("Nobody won.");
  expect(wordsOf(standing({ stands: "gone", words: "This link opens no seat." }))).toBe("This link opens no seat.");
});

test("a game of the umpire says its turn, and its game where it has a name of its own", async () => {
  await openParcel(parcelOf({ ...newGame("sample", "Sample"), actions: 1, turn: 0 }, [{ record: verdict("a", 1).record, voided: false }])); // prettier-ignore
  const battles = new Battles(() => "Sample");
  const stop = battles.watch();
  await vi.waitFor(() => expect(battles.rows).toHaveLength(1));
  stop();
  expect(battles.rows[0]!.words).toMatch(/^Umpire, before the first turn, /);
  battles.rename(battles.rows[0]!.key, "Friday");
  expect(battles.rows[0]!.words).toMatch(/^Sample, umpire, before the first turn, /);
});

test("an address that only this machine knows is told from one that others find", () => {
  for (const local of ["http://127.0.0.1:8848/", "http://localhost:1/", "http://[::1]:8/"])
    expect(isLocal(local), local).toBe(true);
  for (const open of ["http://192.168.1.20:8848/", "https://table.example.org/", "http://127.example.org/"])
    expect(isLocal(open), open).toBe(false);
});
