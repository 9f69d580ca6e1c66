import type { Fraction } from "./contract";
import { language, t } from "../words";

function commonDivisor(a: number, b: number): number {
  return b ? commonDivisor(b, a % b) : a;
}

/** "3 in 10" as it is spoken; long fractions are rounded to hundredths. */
export function spoken([part, whole]: Fraction, percent: number): string {
  if (!whole) return t("chance.in", { part: percent, whole: 100 });
  const by = commonDivisor(part, whole) || 1;
  return whole / by <= 100
    ? t("chance.in", { part: part / by, whole: whole / by })
    : t("chance.in", { part: percent, whole: 100 });
}

/** The exact chance; where its numbers are too long for the browser to hold, as many places as it can vouch for. */
export function exact([part, whole]: Fraction): string {
  if (!whole) return "";
  if (!Number.isSafeInteger(whole)) return t("chance.places", { percent: ((part / whole) * 100).toPrecision(6) });
  const by = commonDivisor(part, whole) || 1;
  return t("chance.fraction", { part: part / by, whole: whole / by });
}

/** The figure of a row: a chance that rounds to nothing is still a chance. */
export const percentWords = (percent: number, [part]: Fraction): string =>
  percent === 0 && part > 0 ? t("chance.less_than_one") : String(percent);

/** The moment, as records keep it. */
export const now = (): string => new Date().toISOString();

export function clock(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? ""
    : `${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}

export function dayWords(time: string, now: Date = new Date()): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round(
    (new Date(now.toDateString()).getTime() - new Date(date.toDateString()).getTime()) / (24 * 3600 * 1000),
  );
  if (days === 0) return t("day.today", { clock: clock(time) });
  if (days === 1) return t("day.yesterday", { clock: clock(time) });
  const month = date.toLocaleString(language, { month: "short" });
  return t("day.earlier", { day: date.getDate(), month, year: date.getFullYear() });
}

/** The day of a moment that is told in seconds, with its month in full. */
export function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return t("day.in_full", { day: date.getDate(), month: date.toLocaleString(language, { month: "long" }) });
}

/** A headline parted after its first sentence. */
export function sentences(text: string): [first: string, more: string] {
  const [first = ""] = text.match(/^.*?[.!?](?=\s|$)/) ?? [text];
  return [first, text.slice(first.length).trim()];
}
