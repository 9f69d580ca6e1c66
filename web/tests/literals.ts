import { parse } from "svelte/compiler";

/** What people read or hear of an element, as an attribute or as a property of one of our components. */
const SPOKEN = new Set(["aria-label", "aria-description", "alt", "aside", "caption", "label", "placeholder", "spoken", "title"]); // prettier-ignore
const FOR_STYLES = new Set(["class", "kind", "style"]);
/** Two words side by side, or one that begins like a sentence. */
const WORDS = /\p{L}{2}[,.:;]? \p{L}|^\p{Lu}\p{Ll}+([ .,:!?]|$)/u;
const LETTERS = /\p{L}{2}/u;
/** Calls whose texts are for the browser or name a text of the catalogue. */
const NOT_READ = new Set(["t", "around", "matchMedia", "querySelector", "querySelectorAll", "closest", "matches", "info", "postMessage", "runPython"]); // prettier-ignore

type Node = { type: string; start: number } & { [name: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** The texts of a component or a module that stand in the code instead of in the catalogue, each with its line. */
export function literalsIn(file: string, source: string): string[] {
  const text = file.endsWith(".svelte") ? source : `<script lang="ts">${source}\n</script>`;
  const found: string[] = [];
  const tell = (node: Node, words: string): void => {
    const line = text.slice(0, node.start).split("\n").length;
    found.push(`${file}:${line}: ${words.trim().replace(/\s+/g, " ")}`);
  };
  const walk = (node: Node, parent: Node | null): void => {
    if (node.type === "StyleSheet" || node.type === "Comment" || node.type.startsWith("TS")) return;
    if (node.type === "ImportDeclaration" || isUnread(node)) return;
    if (node.type === "Attribute") return walkAttribute(node);
    if (node.type === "Text" && LETTERS.test(String(node.data))) tell(node, String(node.data));
    if (node.type === "Literal" && typeof node.value === "string" && WORDS.test(node.value) && !isSign(parent))
      tell(node, node.value);
    if (node.type === "TemplateElement" && WORDS.test((node.value as { cooked: string }).cooked))
      tell(node, (node.value as { cooked: string }).cooked);
    inside(node);
  };
  const inside = (node: Node): void => {
    for (const [name, value] of Object.entries(node)) {
      if (name === "key" && node.type === "Property") continue;
      for (const part of Array.isArray(value) ? value : [value]) if (isNode(part)) walk(part, node);
    }
  };
  const walkAttribute = (node: Node): void => {
    for (const part of Array.isArray(node.value) ? node.value : [node.value])
      if (!isNode(part)) continue;
      else if (part.type === "Text" && SPOKEN.has(String(node.name)) && LETTERS.test(String(part.data)))
        tell(part, String(part.data));
      else if (part.type !== "Text" && !FOR_STYLES.has(String(node.name))) walk(part, node);
  };
  const { fragment, instance } = parse(text, { modern: true }) as unknown as { fragment: Node; instance: Node | null };
  if (instance) walk(instance.content as Node, null);
  walk(fragment, null);
  return found;
}

/** Compared with, or thrown at whoever writes the code: such texts are signs. */
const isSign = (parent: Node | null): boolean =>
  parent?.type === "BinaryExpression" || parent?.type === "SwitchCase" || parent?.type === "MemberExpression";

function isUnread(node: Node): boolean {
  if (node.type === "NewExpression") return (node.callee as { name?: string }).name === "TypeError";
  if (node.type !== "CallExpression") return false;
  const callee = node.callee as { name?: string; property?: { name?: string } };
  return NOT_READ.has(callee.name ?? callee.property?.name ?? "");
}
