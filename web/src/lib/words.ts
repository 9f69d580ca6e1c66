import type { Fraction } from "./contract";

function commonDivisor(a: number, b: number): number {
  return b ? commonDivisor(b, a % b) : a;
}

/** "3 in 10" as it is spoken; long fractions are rounded to hundredths. */
export function spoken([part, whole]: Fraction, percent: number): string {
  if (!whole) return `${percent} in 100`;
  const by = commonDivisor(part, whole) || 1;
  return whole / by <= 100 ? `${part / by} in ${whole / by}` : `${percent} in 100`;
}

/** The exact chance; where its numbers are too long for the browser to hold, as many places as it can vouch for. */
export function exact([part, whole]: Fraction): string {
  if (!whole) return "";
  if (!Number.isSafeInteger(whole)) return `${((part / whole) * 100).toPrecision(6)}%`;
  const by = commonDivisor(part, whole) || 1;
  return `${part / by} / ${whole / by}`;
}

/** The figure of a row: a chance that rounds to nothing is still a chance. */
export const percentWords = (percent: number, [part]: Fraction): string =>
  percent === 0 && part > 0 ? "<1" : String(percent);

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
  if (days === 0) return `${clock(time)} today`;
  if (days === 1) return `${clock(time)} yesterday`;
  return `${date.getDate()} ${date.toLocaleString("en", { month: "short" })} ${date.getFullYear()}`;
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
