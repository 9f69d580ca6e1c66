import { expect, test } from "vitest";
import { asTyped } from "../src/lib/equal";
import { distance, meant, piecesOf } from "../src/lib/seek";

const TEXT = "cavalry may charge; infantry (rev-6.04) may not. the leader is killed";

test.each([
  ["cavallry", "cavalry"],
  ["infnatry", "infantry"],
  ["leder", "leader"],
  ["cavalry", "cavalry"],
  ["caval", "caval"],
  ["zeppelin", "zeppelin"],
  ["no", "no"],
])("%s is read as %s", (typed, word) => {
  expect(meant(typed, TEXT)).toBe(word);
});

test("neighbours that are swapped count once", () => {
  expect(distance("infnatry", "infantry")).toBe(1);
  expect(distance("", "abc")).toBe(3);
});

test("apostrophes are found and marked, whichever is typed", () => {
  for (const word of ["target's", "target’s"]) {
    expect(asTyped("The Target’s arc")).toContain(asTyped(word));
    const hits = piecesOf("The Target’s arc", new Set(), [asTyped(word)]).filter((piece) => piece.hit);
    expect(hits.map((piece) => piece.text)).toEqual(["Target’s"]);
  }
});

test("ids of rules that there are become links, hits are marked, and nothing is lost", () => {
  const text = "See REV-6.04 and REV-9.99: Cavalry (a+b)";
  const pieces = piecesOf(text, new Set(["REV-6.04"]), ["cavalry", "(a+b)"]);
  expect(pieces.filter((piece) => piece.id).map((piece) => piece.text)).toEqual(["REV-6.04"]);
  expect(pieces.filter((piece) => piece.hit).map((piece) => piece.text)).toEqual(["Cavalry", "(a+b)"]);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
});
