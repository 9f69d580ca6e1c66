import { describe, expect, test } from "vitest";
import type { RosterUnit } from "../src/lib/contract";
import { action, field, ledger, members, ruleset, status } from "./samples";
import { StandIn } from "./stand-in";

describe("what the ledger knows", () => {
  test("fills the form until somebody sets the field", () => {
    const game = new StandIn().game();
    game.ledger = ledger({ prefill: { fire: { status: "disordered" } } });
    expect(game.form.values.status).toBe("disordered");
    game.form.set("status", "ok");
    expect(game.form.values.status).toBe("ok");
  });

  test("gives the move to the other side, and leaves the toggle alone where nothing moved", () => {
    const { form, kept } = new StandIn().game();
    form.follow(null, ledger({ side: "rev" }));
    form.takeSide("gov");
    form.follow(ledger({ side: "rev" }), ledger({ side: "rev" }));
    expect(kept.side).toBe("gov");
    form.follow(ledger({ side: "gov" }), ledger({ side: "rev" }));
    expect(kept.side).toBe("rev");
  });

  test("reaches the cards of a list too", () => {
    const named = field("name", { kind: "text" });
    const card = { ...members, group: { ...members.group!, fields: [named, field("grade"), field("figures")] } };
    const unit = (figures: number): RosterUnit => ({
      id: "1",
      name: "Core",
      side: "rev",
      label: "",
      status: "",
      note: "",
      acted: "",
      gone: false,
      line: {},
      fields_as: { actor: { actor_name: "Core", grade: "veteran", figures }, target: {} },
    });
    const { form, kept } = new StandIn().game(ruleset({ actions: [action("fire", [card])] }));
    form.set("members", [
      { name: "Core", grade: "raw", figures: 6 },
      { name: "", figures: 6 },
    ]);
    form.follow(ledger({ roster: [unit(6)] }), ledger({ roster: [unit(4)] }));
    // What somebody set by hand stays, for the roster did not change there.
    expect(kept.values.members).toEqual([
      { name: "Core", grade: "raw", figures: 4 },
      { name: "", figures: 6 },
    ]);
  });
});

describe("a new phase", () => {
  const phases = [
    { id: "move", label: "Move", actions: ["assault"] },
    { id: "fire", label: "Fire", actions: ["fire"] },
  ];
  const [before, after] = [ledger(), ledger({ phase: "move" })];

  test("opens the first of its own actions", () => {
    const { form } = new StandIn().game(ruleset({ phases }));
    form.follow(before, after);
    expect(form.action.id).toBe("assault");
  });

  test("leaves who works out of phase alone", () => {
    const game = new StandIn().game(ruleset({ phases }));
    game.form.offerAllPhases(true);
    game.form.follow(before, after);
    expect(game.form.action.id).toBe("fire");
    game.ledger = after;
    expect(game.form.outOfPhase("fire")).toBe(true);
    expect(game.form.outOfPhase("assault")).toBe(false);
  });
});

test("a form opened from elsewhere stands under its own tab and begins anew", () => {
  const { form } = new StandIn().game();
  form.turnTab("somewhere");
  form.tried = true;
  form.fault = { message: "Broken.", details: "" };
  form.open({ action: "fire", fields: { side: "gov" } });
  expect(form.tab).toBe(form.action.group);
  expect(form.game.kept.side).toBe("gov");
  expect([form.tried, form.fault]).toEqual([false, null]);
});

test("swap turns the units and the side", () => {
  const { form, kept } = new StandIn().game();
  form.swap();
  expect(form.values).toMatchObject({ unit: "guns", target: "veteran_infantry" });
  expect(kept.side).toBe("gov");
});

test("the same fields are the same list, whatever they hold", () => {
  const { form } = new StandIn().game();
  const { shown } = form;
  form.set("range", "0-3");
  expect(form.shown).toBe(shown);
});

describe("what nobody has said", () => {
  const game = () => new StandIn().game();

  test("stands in the form as assumed: the usual values, and those it begins with", () => {
    const { form } = game();
    expect(form.values).toMatchObject({ unit: "veteran_infantry", status: "ok", range: "3-6" });
    expect([...form.assumed].sort()).toEqual(["range", "status", "target", "unit"]);
  });

  test("is sure once somebody has said it, be it the same", () => {
    const { form } = game();
    form.set("status", "ok");
    form.set("range", "3-6");
    expect([...form.assumed].sort()).toEqual(["target", "unit"]);
  });

  test("is what the books know no more", () => {
    const sitting = game();
    sitting.ledger = ledger({ prefill: { fire: { status: "disordered" } } });
    expect(sitting.form.assumed).not.toContain("status");
  });

  test("is all right at one tap, with the answers that the odds have taken", () => {
    const { form, kept } = game();
    const frontal = { key: "assault.frontal", field: "frontal", label: "", value: true, value_label: "Yes" };
    form.confirmAll([{ ...frontal, kind: "yes_no", min: 0, max: 0, choices: [] }]);
    expect(form.assumed).toEqual([]);
    expect(kept.values).toMatchObject({ unit: "veteran_infantry", status: "ok", frontal: true });
  });

  test("does not fill in again what was emptied", () => {
    const { form } = game();
    form.set("range", null);
    expect(form.values.range ?? null).toBeNull();
  });

  test("of a member of a group is sure part by part", () => {
    const { form } = new StandIn().game(ruleset({ actions: [action("fire", [members])] }));
    form.set("members", [{ grade: "raw" }, { grade: "raw", shaken: true }]);
    expect([...form.assumed]).toEqual(["members.1.shaken"]);
    expect(form.reading.sent.members).toEqual([
      { grade: "raw", shaken: false },
      { grade: "raw", shaken: true },
    ]);
    form.confirmAll([]);
    expect(form.assumed).toEqual([]);
  });
});

test("another unit is the next one of the side that has not acted", () => {
  const unit = (name: string, acted = "", side = "rev"): RosterUnit => ({
    id: name,
    name,
    side,
    label: "",
    status: "",
    note: "",
    acted,
    gone: false,
    line: {},
    fields_as: { actor: { name, status: "ok" }, target: {} },
  });
  const fire = action("fire", [field("name", { kind: "text", optional: true }), status]);
  const game = new StandIn().game(ruleset({ actions: [fire] }));
  const roster = [unit("A"), unit("B", "has fired"), unit("C", "", "gov"), unit("D")];
  game.ledger = ledger({ roster });
  expect(game.form.nextUnit?.name).toBe("A");
  game.form.use(roster[0]!, "actor");
  expect(game.form.nextUnit?.name).toBe("D");
  game.form.use(roster[3]!, "actor");
  expect(game.form.nextUnit?.name).toBe("A");
  game.ledger = ledger({ roster: [unit("B", "has fired")] });
  expect(game.form.nextUnit).toBeUndefined();
});
