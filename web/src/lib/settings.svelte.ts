import type { Style } from "./contract";

export type Theme = "auto" | "light" | "dark";
export type Measure = "in" | "double" | "half" | "cm" | "cm_for_in";

export type Kept = {
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
const FIRST: Kept = {
  theme: "auto",
  measure: "in",
  largeType: false,
  brightHall: false,
  stayAwake: true,
  realDice: false,
  patternedSides: false,
};

function read(): Kept {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return { ...FIRST };
  }
}

/** How this device likes it. In localStorage, because the theme must be known before the first stroke is drawn. */
export class Settings {
  kept = $state<Kept>(read());

  set(changes: Partial<Kept>): void {
    Object.assign(this.kept, changes);
    localStorage.setItem(PLACE, JSON.stringify(this.kept));
    this.show();
  }

  show(): void {
    const { dataset } = document.documentElement;
    if (this.kept.theme === "auto") delete dataset.theme;
    else dataset.theme = this.kept.theme;
    dataset.type = this.kept.largeType ? "large" : "normal";
    dataset.hall = this.kept.brightHall ? "bright" : "normal";
    dataset.sides = this.kept.patternedSides ? "patterned" : "plain";
  }

  get style(): Style {
    return MEASURES[this.kept.measure] ?? MEASURES.in;
  }
}

export const settings = new Settings();
