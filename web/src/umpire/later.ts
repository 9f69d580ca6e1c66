/** What the first form does not need: one piece, fetched while the reader looks at it. */
export { default as SheetStack } from "./SheetStack.svelte";
export { default as SidePanel } from "./SidePanel.svelte";
