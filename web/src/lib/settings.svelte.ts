import type { Style } from "./contract";

export type Theme = "auto" | "light" | "dark";
export type Measure = "in" | "double" | "cm";

export type Kept = {
  theme: Theme;
  measure: Measure;
  largeType: boolean;
  brightHall: boolean;
  stayAwake: boolean;
  realDice: boolean;
  patternedSides: boolean;
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
    return { scale: this.kept.measure === "double" ? 2 : 1, unit: this.kept.measure === "cm" ? "cm" : "in" };
  }
}

export const settings = new Settings();
