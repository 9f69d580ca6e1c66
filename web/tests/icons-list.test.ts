import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DRAWINGS, SAME } from "../src/icons/drawings";

test("docs/icons.md names every icon there is, and no other", () => {
  const table = readFileSync("../docs/icons.md", "utf8").split("|---|---|")[1]!;
  const named = new Set([...table.matchAll(/`([a-z0-9-]+)`/g)].map((match) => match[1]!));
  expect([...named].sort()).toEqual([...Object.keys(DRAWINGS), ...Object.keys(SAME)].sort());
});
