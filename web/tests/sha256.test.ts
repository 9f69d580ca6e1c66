import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256 } from "../src/table/sha256";

describe("SHA-256", () => {
  it("is what everybody else's is, whatever the length", () => {
    for (const text of [
      "",
      "abc",
      "sandtable part ñ",
      ...Array.from({ length: 140 }, (_, length) => "x".repeat(length)),
    ])
      expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  });
});
