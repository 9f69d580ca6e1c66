import { describe, expect, test } from "vitest";
import type { RosterUnit } from "../src/lib/contract";
import { action, field, ledger, members, ruleset } from "./samples";
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
