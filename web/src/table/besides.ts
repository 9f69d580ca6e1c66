/** What the table does not need to stand: one piece, fetched while the reader looks at it. */
export { default as EndBill } from "./EndBill.svelte";
export { default as Menu } from "./Menu.svelte";
