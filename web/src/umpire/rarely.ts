/** The sheets that a game opens now and then: fetched when one is wanted, or when the page has nothing better to do. */
export { default as OptionsSheet } from "../sheets/OptionsSheet.svelte";
export { default as PrintSheet } from "../sheets/PrintSheet.svelte";
export { default as RosterSheet } from "../sheets/RosterSheet.svelte";
export { default as RulebookSheet } from "../sheets/RulebookSheet.svelte";
export { default as SettingsSheet } from "../sheets/SettingsSheet.svelte";
export { default as ShareSheet } from "../sheets/ShareSheet.svelte";
