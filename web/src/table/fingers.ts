import type { Spot } from "./geometry";

/** Where each finger is, by its pointer's number. */
export const fingers = (): Map<number, Spot> => new Map();
