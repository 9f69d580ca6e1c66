import "fake-indexeddb/auto";
import { cleanup } from "@testing-library/svelte";
import { afterEach } from "vitest";

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
Element.prototype.animate ??= () => ({ cancel() {}, finished: Promise.resolve() }) as unknown as Animation;

afterEach(() => cleanup());
