/** Sheets that are opened now and then in a game: one piece, which comes when the first of them is wanted. */
export { default as OptionsSheet } from "./OptionsSheet.svelte";
export { default as PrintSheet } from "./PrintSheet.svelte";
export { default as RosterSheet } from "./RosterSheet.svelte";
export { default as SettingsSheet } from "./SettingsSheet.svelte";
export { default as ShareSheet } from "./ShareSheet.svelte";
