import "fake-indexeddb/auto";
import { cleanup } from "@testing-library/svelte";
import { afterEach } from "vitest";
import "../src/words/en-lab";
import "../src/words/en-table";

// jsdom has no layout: what measures itself gets a phone's width.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
globalThis.IntersectionObserver ??= class {
  observe(): void {}
  disconnect(): void {}
} as unknown as typeof IntersectionObserver;
// Nor has it letters: each is seven wide.
HTMLCanvasElement.prototype.getContext = (() => ({
  font: "",
  measureText: (words: string) => ({ width: words.length * 7 }),
})) as unknown as HTMLCanvasElement["getContext"];
Element.prototype.animate ??= () => ({ cancel() {}, finished: Promise.resolve() }) as unknown as Animation;

afterEach(() => cleanup());
