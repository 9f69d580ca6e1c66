import { app } from "./app.svelte";
import type { Problems, Ruleset, Setting } from "./contract";
import { useDrawings } from "../icons/drawings";
import { sameValue } from "./equal";
import { whenIdle } from "./idle";
import { keepThing, keptThing } from "./keep";
import { t } from "../words";

/** A screen that was asked for before anybody knew which one is wanted. */
export type EarlyScreen = { setting: Setting; reply: Promise<Ruleset | Problems> };

/** The screen of a ruleset, with its own drawings at hand. */
export async function loadScreen(setting: Setting, early?: EarlyScreen): Promise<Ruleset> {
  const screen = await askedScreen(setting, early);
  useDrawings(screen.drawings ?? {}); // a screen that an older edition has kept knows of none
  return screen;
}

/** The screen as it was last described is drawn at once; the desk's own word replaces it when it comes. */
async function askedScreen(setting: Setting, early?: EarlyScreen): Promise<Ruleset> {
  const place = `ruleset:${JSON.stringify(setting)}`;
  const asEarly = early && sameValue(early.setting, setting);
  const asked = (asEarly ? early.reply : app.desk.call("ruleset", setting)).then(async (reply) => {
    if (reply.status === "ok") {
      whenIdle(() => void keepThing(place, reply).catch(() => {}));
      return reply;
    }
    // A house file from an older edition must not lock anybody out of the game.
    if (setting.house || Object.keys(setting.options ?? {}).length) {
      app.say(reply.problems[0]?.message ?? t("fault.house_rules"));
      return askedScreen({ ...setting, house: "", options: {} });
    }
    throw new Error(reply.problems[0]?.message ?? t("fault.no_ruleset"));
  });
  const known = keptThing<Ruleset>(place).catch(() => undefined);
  const quick = await Promise.race([
    asked.catch(() => null),
    known.then((ruleset) => ruleset ?? asked).catch(() => null),
  ]);
  if (quick) {
    asked.catch(() => {});
    return quick;
  }
  return (await known) ?? asked;
}
