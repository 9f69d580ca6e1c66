import { expect, test } from "vitest";
import { newGame } from "../src/lib/kept-game";
import { opened, packed, parcelOf, withParcel } from "../src/lib/hand-over";
import { verdict } from "./samples";

const parcel = parcelOf(newGame("sample", "Sample"), [{ record: verdict("a", 1).record, voided: true }]);

test("a game opens again from JSON, from the readable text, from a link", async () => {
  expect(await opened(JSON.stringify(parcel))).toEqual(parcel);
  const text = await withParcel("1. Veteran Infantry fires: two levels.", parcel);
  expect(text).toMatch(/^1\. Veteran Infantry/);
  expect(await opened(text)).toEqual(parcel);
  expect(await opened(`https://host/app/#/take/${await packed(parcel)}`)).toEqual(parcel);
});

test("anything else is refused in a sentence", async () => {
  await expect(opened("Dear diary")).rejects.toThrow("This is not a Sandtable log.");
  await expect(opened('{"sandtable": "no"}')).rejects.toThrow("holds no Sandtable game");
});
