/** A part of a text: plain, a rule's id, or what was looked for. */
export type Piece = { text: string; id?: boolean; hit?: boolean };

const RULE_ID = /\b[A-Z][A-Z0-9]*-[A-Z0-9]+\.[0-9]+[a-z]*\b/g;

/** A text in its parts: ids of rules that there are, and the words that were looked for. */
export function piecesOf(text: string, ids: Set<string>, words: string[]): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(RULE_ID)) {
    if (!ids.has(match[0])) continue;
    found.push(...marked(text.slice(at, match.index), words), { text: match[0], id: true });
    at = match.index + match[0].length;
  }
  return [...found, ...marked(text.slice(at), words)];
}

function marked(text: string, words: string[]): Piece[] {
  if (!text) return [];
  if (!words.length) return [{ text }];
  const plain = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("'", "['’]");
  const any = new RegExp(`(${words.map(plain).join("|")})`, "gi");
  return text
    .split(any)
    .map((part, index) => ({ text: part, hit: index % 2 === 1 }))
    .filter((part) => part.text);
}

/** How many letters must be put in, left out, changed or swapped with their neighbour to make one word the other. */
export function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[other.length]!;
}

/** The word of a text that was probably meant, where it does not hold the one that was typed. */
export function meant(word: string, text: string): string {
  if (word.length < 4 || text.includes(word)) return word;
  const most = word.length > 6 ? 2 : 1;
  let best = { word, distance: most + 1 };
  for (const known of new Set(text.match(/\p{L}{3,}/gu) ?? [])) {
    if (Math.abs(known.length - word.length) > most) continue;
    const away = distance(word, known);
    if (away < best.distance) best = { word: known, distance: away };
  }
  return best.word;
}
