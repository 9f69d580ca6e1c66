import { beforeEach, expect, test } from "vitest";
import type { Pad as PadView } from "../src/lib/contract";
import { Pad } from "../src/table/pad.svelte";

type Asked = { plan: { piece: string }[] };
const EMPTY = { acts: [], counts: [], missing: [], sealed: false } as unknown as PadView;

/** A pad, and every plan that the server was shown. */
function written(): { pad: Pad; shown: string[][] } {
  const shown: string[][] = [];
  const ask = (_: string, parts?: object): Promise<PadView> => {
    shown.push((parts as Asked).plan.map(({ piece }) => piece));
    return Promise.resolve(EMPTY);
  };
  const pad = new Pad({ ask, now: null, token: "seat" } as unknown as ConstructorParameters<typeof Pad>[0]);
  return { pad, shown };
}

beforeEach(() => sessionStorage.clear());

test("what was planned last is taken back, step by step, and nothing of a plan that was sealed", async () => {
  const { pad, shown } = written();
  await pad.refresh();
  expect(pad.mayGoBack).toBe(false);
  await pad.put([{ piece: "eagles" }, { piece: "jaguars" }]);
  await pad.put([{ piece: "priests" }]);
  await pad.back();
  expect(shown.at(-1)).toEqual(["eagles", "jaguars"]);
  await pad.back();
  expect(shown.at(-1)).toEqual([]);
  expect(pad.mayGoBack).toBe(false);
  await pad.put([{ piece: "eagles" }]);
  pad.sealed();
  expect(pad.mayGoBack).toBe(false);
});
