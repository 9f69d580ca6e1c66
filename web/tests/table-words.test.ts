import { expect, test } from "vitest";
import { afterWho } from "../src/table/words";

test("a heading that names somebody is not followed by his name again", () => {
  expect(afterWho("Ringgold's Battery", "Ringgold's Battery fires at 10th Line: no loss.")).toBe(
    "fires at 10th Line: no loss.",
  );
  expect(afterWho("Ringgold's Battery", "Ringgold's Battery: unlimber and fire.")).toBe("unlimber and fire.");
  expect(afterWho("", "One die for two units.")).toBe("One die for two units.");
});
