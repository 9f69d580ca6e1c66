/** Thousandths of an inch as they are said: to a tenth. */
export const inches = (length: number): string => String(Math.round(length / 100) / 10);

/** Whole percents that sum to a hundred: the largest remainders are rounded up. */
export function percents(chances: number[]): number[] {
  const exact = chances.map((chance) => chance * 100);
  const floors = exact.map((each) => Math.floor(each + 1e-9));
  let left = Math.round(exact.reduce((sum, each) => sum + each, 0)) - floors.reduce((sum, each) => sum + each, 0);
  const byRemainder = exact.map((each, at) => [each - floors[at]!, at] as const).sort((a, b) => b[0] - a[0]);
  for (const [, at] of byRemainder) if (left-- > 0) floors[at]!++;
  return floors;
}

/** Who is waited for, in words. */
export function waiting(roles: string[]): string {
  const names = roles.map((role) => role.split(".")[0]!);
  return names.length ? `Waiting for ${[...new Set(names)].join(" and ")}` : "Waiting";
}
