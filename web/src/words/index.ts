import { en } from "./en";
import type { lab } from "./en-lab";
import type { table } from "./en-table";

/** The forms of a text that counts: a language has as many as `Intl.PluralRules` tells apart in it. */
export type Plural = { [form in Exclude<Intl.LDMLPluralRule, "other">]?: string } & { other: string };
/** One language: a text for every id. */
export type Catalogue = { [Id in TextId]: string | Plural };

type English = typeof en & typeof table & typeof lab;
export type TextId = keyof English;
type Wording<Id extends TextId> = English[Id] extends { other: infer Other } ? Other : English[Id];
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Parameters<Id extends TextId> = { [Name in Names<Wording<Id>>]: Name extends "n" ? number : string | number };
type Given<Id extends TextId> = [Names<Wording<Id>>] extends [never] ? [] : [Parameters<Id>];

/** The language of the page. A second one is a second catalogue beside `en` and its parts, chosen here. */
export const language = "en";
const catalogue: Partial<Catalogue> = { ...en };
const forms = new Intl.PluralRules(language);

/** Adds the texts of a part of the app, which come with its code. */
export function learn(more: Partial<Catalogue>): void {
  Object.assign(catalogue, more);
}

/** The wording of a text, in the form that fits the number `n`. */
function wording(id: TextId, n: number | undefined): string {
  const text = catalogue[id]!;
  if (typeof text === "string") return text;
  return (n === undefined ? undefined : text[forms.select(n)]) ?? text.other;
}

/** A text of the catalogue, with what is to stand in its braces. `n` decides between one and many. */
export function t<Id extends TextId>(id: Id, ...[given]: Given<Id>): string {
  const parameters = (given ?? {}) as { [name: string]: string | number };
  const text = wording(id, typeof parameters.n === "number" ? parameters.n : undefined);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
}

/** What stands before and after the one brace of a text: for words that are set in a type of their own. */
export function around(id: TextId): [before: string, after: string] {
  const [before = "", after = ""] = wording(id, undefined).split(/\{\w+\}/);
  return [before, after];
}
