/** Sealed orders on two phones: most games never need them, so they come by themselves. */
export { default as SealedBar } from "./SealedBar.svelte";
export { default as SealedSheet } from "./SealedSheet.svelte";
export { joinRoom } from "../lib/sealed.svelte";
