import type { Style } from "./contract";
import { keepPreferences, keptPreferences, showLooks, styleOf, type Preferences } from "./preferences";

export type { Measure, Theme } from "./preferences";

/** This device's preferences, for whoever draws by them. */
export class Settings {
  kept = $state<Preferences>(keptPreferences());

  set(changes: Partial<Preferences>): void {
    Object.assign(this.kept, changes);
    keepPreferences(this.kept);
    showLooks(this.kept);
  }

  get style(): Style {
    return styleOf(this.kept);
  }
}

export const settings = new Settings();
