import { icon as drawnIcon } from "../icons/drawings";

/** A button of a row of which one is chosen, as it is to look. */
export type Plate = {
  words: string;
  on: boolean;
  /** The one of all that the tab key stops at. */
  stop: boolean;
  icon?: string | undefined;
  /** Nobody has chosen it; the rule takes it for granted. */
  assumed?: boolean;
  closed?: boolean;
  title?: string | undefined;
  /** Stands small behind the words. */
  unit?: string | undefined;
  /** What it is called, where the words are short for it. */
  label?: string;
  kind?: string;
};

const PLATE = "[role=radio]";
const drawn = new WeakMap<Element, Plate>();

/**
 * Draws a row of plates, and anew only what has changed of each. A form has sixty of them: as markup of a component, with what
 * watches over every part of each, they would take half of the time until the form stands.
 */
export function drawPlates(row: Element, plates: Plate[]): void {
  while (row.childElementCount > plates.length) row.lastElementChild!.remove();
  plates.forEach((plate, index) => drawPlate(row.children[index] ?? row.appendChild(blank()), plate));
}

/** Which plate was tapped, counted through all rows of a frame; -1 where it was none. */
export const plateAt = ({ currentTarget, target }: Event): number =>
  platesIn(currentTarget, PLATE).indexOf((target as Element).closest<HTMLElement>(PLATE)!);

const platesIn = (frame: EventTarget | null, kind: string): HTMLElement[] => [
  ...(frame as Element).querySelectorAll<HTMLElement>(kind),
];

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** An arrow key moves to the next plate of a frame, round and round. Says to which; -1 where it was another key. */
export function arrowTo(event: KeyboardEvent, kind = PLATE): number {
  const step = STEPS[event.key];
  if (!step) return -1;
  event.preventDefault();
  const plates = platesIn(event.currentTarget, kind);
  const next = (plates.indexOf(document.activeElement as HTMLElement) + step + plates.length) % plates.length;
  plates[next]?.focus();
  return next;
}

/**
 * Whether the tab key stops at a button, as text: before Svelte writes a number or a yes or no into an attribute, it lists all that
 * a button has. What stands on the first form is told as text.
 */
export const tabStop = (here: boolean): number => (here ? "0" : "-1") as unknown as number;

function blank(): Element {
  const button = document.createElement("button");
  button.type = "button";
  button.setAttribute("role", "radio");
  button.append(document.createElement("span"));
  return button;
}

function drawPlate(button: Element, plate: Plate): void {
  const { words, on, stop, icon, assumed, closed, title, unit, label, kind } = plate;
  const was = drawn.get(button);
  drawn.set(button, plate);
  if (on !== was?.on) button.setAttribute("aria-checked", `${on}`);
  if (stop !== was?.stop) button.setAttribute("tabindex", stop ? "0" : "-1");
  if (closed !== was?.closed) write(button, "aria-disabled", closed && "true");
  if (title !== was?.title) write(button, "title", title);
  if (label !== was?.label) write(button, "aria-label", label);
  if (icon !== was?.icon) {
    button.querySelector("svg")?.remove();
    if (icon) button.prepend(drawnIcon(icon));
  }
  if (words === was?.words && unit === was.unit && assumed === was.assumed) return;
  write(button, "class", assumed ? "assumed" : kind);
  const span = button.lastElementChild!;
  span.replaceChildren(...breakable(words));
  if (unit) append(span, "small", unit);
  if (assumed) append(span, "span", ", assumed").className = "sr";
}

function write(button: Element, name: string, value: string | false | undefined): void {
  if (value) button.setAttribute(name, value);
  else button.removeAttribute(name);
}

/** A label may be broken after a stroke ("Stand/Rally/Load"), and is still one name to who listens. */
const breakable = (words: string): (string | Node)[] =>
  words.split(/(?<=\/)/).flatMap((part, index) => (index ? [document.createElement("wbr"), part] : part));

function append(span: Element, kind: string, text: string): Element {
  const part = span.appendChild(document.createElement(kind));
  part.textContent = text;
  return part;
}
