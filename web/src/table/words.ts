import { sideName } from "./sides.svelte";
import { t } from "../words";

/** Thousandths of an inch as they are said: to a tenth. */
export const inches = (length: number): string => String(Math.round(length / 100) / 10);

/** Names as they are said together: one and another. */
export const together = (names: string[]): string => names.join(t("table.and"));

/** What a line says of somebody, where a heading names him already. */
export const afterWho = (who: string, words: string): string =>
  words.startsWith(who) ? words.slice(who.length).replace(/^:/, "").trim() : words;

/** Who is waited for, in words. */
export function waiting(roles: string[]): string {
  const names = [...new Set(roles.map((role) => role.split(".")[0]!))];
  return names.length ? t("table.waiting_for", { names: together(names.map(sideName)) }) : t("table.waiting");
}
