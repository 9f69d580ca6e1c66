import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Condition, Field, Fields, Scalar } from "../src/lib/contract";
import { readForm } from "../src/lib/form";
import { action, choice, field } from "./samples";

/** The form is read here at every tap, and by Python whenever it is asked about: both are held to the cases of one table. */
type Told = { name: string; kind: Field["kind"]; choices?: string[]; usual?: Scalar | null; needed?: Condition | null };
type Case = { name: string; fields: Told[]; given: Fields; read: Fields };
const path = join(import.meta.dirname, "../../tests/support/reading_cases.json");
const cases: Case[] = JSON.parse(readFileSync(path, "utf8"));

const fieldOf = ({ name, kind, choices = [], usual = null, needed = null }: Told): Field =>
  field(name, { kind, choices: choices.map((value) => choice(value)), usual, needed, optional: true });

/** Numbers may be typed: Python reads them, the browser sends them as they are. */
const asRead = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, /^\d+$/.test(String(value)) ? Number(value) : value]),
  );

test.each(cases)("$name", ({ fields, given, read }) => {
  expect(asRead(readForm(action("act", fields.map(fieldOf)), given).sent)).toEqual(read);
});
