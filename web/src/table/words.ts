/** Thousandths of an inch as they are said: to a tenth. */
export const inches = (length: number): string => String(Math.round(length / 100) / 10);

/** Who is waited for, in words. */
export function waiting(roles: string[]): string {
  const names = roles.map((role) => role.split(".")[0]!);
  return names.length ? `Waiting for ${[...new Set(names)].join(" and ")}` : "Waiting";
}
