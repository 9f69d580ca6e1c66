import type { Entry, Option, Ruleset, Scalar } from "./contract";
import { same } from "./conditions";
import { t } from "../words";

type Switches = { options: { [name: string]: Scalar }; house: string };

const ofEntry = ({ record }: Entry): Switches => ({
  options: (record.options ?? {}) as Switches["options"],
  house: typeof record.house === "string" ? record.house : "",
});

function wordsFor(option: Option, value: Scalar): string {
  const choice = option.choices.find((each) => same(each.value, value));
  if (choice) return choice.label;
  return typeof value === "boolean" ? (value ? t("log.on") : t("log.off")) : String(value);
}

/** What is otherwise than before, in the words of the options sheet. */
function between(before: Switches, after: Switches, ruleset: Ruleset): string {
  const changed = ruleset.options
    .map((option) => ({
      option,
      was: before.options[option.name] ?? option.default,
      is: after.options[option.name] ?? option.default,
    }))
    .filter(({ was, is }) => was !== is)
    .map(({ option, is }) => t("log.option_is", { option: option.label, value: wordsFor(option, is) }));
  if (before.house !== after.house) changed.push(after.house.trim() ? t("log.house_changed") : t("log.house_gone"));
  return changed.join("; ");
}

/**
 * Where the options or the house rules were changed in mid-game: the words for each entry that was the first under other
 * rules, and those for the next entry ("now"). Every record keeps the rules it was made under, so nothing needs writing down.
 */
export function optionChanges(entries: Entry[], now: Switches, ruleset: Ruleset): Map<string, string> {
  const found = new Map<string, string>();
  const steps = [...entries.map((entry) => ({ id: entry.record.meta.id ?? "", rules: ofEntry(entry) }))];
  steps.push({ id: "now", rules: now });
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1];
    const words = before ? between(before.rules, step.rules, ruleset) : "";
    if (words) found.set(step.id, words);
  }
  return found;
}
