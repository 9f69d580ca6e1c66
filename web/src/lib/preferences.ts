import type { Style } from "./contract";

export type Theme = "auto" | "light" | "dark";
export type Measure = "in" | "double" | "half" | "cm" | "cm_for_in";

/** How this device likes it. */
export type Preferences = {
  theme: Theme;
  measure: Measure;
  largeType: boolean;
  brightHall: boolean;
  stayAwake: boolean;
  realDice: boolean;
  patternedSides: boolean;
};

/** What the desk is told of each measure. */
const MEASURES: { [measure in Measure]: Style } = {
  in: { scale: 1, unit: "in" },
  double: { scale: 2, unit: "in" },
  half: { scale: "1/2", unit: "in" },
  cm: { scale: 1, unit: "cm" },
  cm_for_in: { scale: 1, unit: "cm_for_in" },
};

const PLACE = "sandtable.settings";
const FIRST: Preferences = {
  theme: "auto",
  measure: "in",
  largeType: false,
  brightHall: false,
  stayAwake: true,
  realDice: false,
  patternedSides: false,
};

/** What this device has kept, in localStorage: the theme must be known before the first stroke is drawn. */
export function keptPreferences(): Preferences {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return { ...FIRST }; // without storage the system's setting decides
  }
}

export function keepPreferences(preferences: Preferences): void {
  localStorage.setItem(PLACE, JSON.stringify(preferences));
}

/** Sets the page's looks. */
export function showLooks({ theme, largeType, brightHall, patternedSides }: Preferences): void {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  dataset.type = largeType ? "large" : "normal";
  dataset.hall = brightHall ? "bright" : "normal";
  dataset.sides = patternedSides ? "patterned" : "plain";
}

export const styleOf = ({ measure }: Preferences): Style => MEASURES[measure] ?? MEASURES.in;
