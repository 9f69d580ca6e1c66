/** Whether two values of JSON are the same, whatever the order of their names. A name without a value is not there. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [ones, others] = [one, other] as { [name: string]: unknown }[];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    sameValue(ones![name], others![name]),
  );
}

/** A text as it is compared with what is typed: in small letters, with the apostrophe of a keyboard. */
export const asTyped = (text: string): string => text.toLowerCase().replaceAll("’", "'");
