import type { Bar, Catalogue } from "./contract";
import { Desk, type DeskState } from "./desk";
import { keepThing, keptThing } from "./keep";
import { t } from "../words";

export type Stored = "unknown" | "insecure" | "storing" | "stored" | "failed";

/** Everything that belongs to the page and not to one game: the desk, the notices, what is stored, a waiting new edition. */
class App {
  base = document.baseURI.split(/[?#]/)[0]!;
  deskState = $state<DeskState>("server");
  loadedBytes = $state(0);
  /** Plain HTTP from another machine: browsers store nothing of it, and the page can say so at once. */
  stored = $state<Stored>(window.isSecureContext && "serviceWorker" in navigator ? "unknown" : "insecure");
  storedPart = $state(0);
  newEdition = $state<ServiceWorker | null>(null);
  catalogue = $state.raw<Catalogue | null>(null);
  catalogueProblem = $state("");
  notice = $state("");
  spoken = $state("");
  /** How much of the lower edge the dock takes: words stand over it, never on the odds. */
  dockHeight = $state<number | null>(null);
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  desk = new Desk(this.base, (state) => (this.deskState = state));

  /** A short word at the lower edge, read aloud too; it leaves by itself when it has been read. */
  say(text: string, milliseconds = 2000 + text.length * 50): void {
    this.notice = text;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), milliseconds);
  }

  /** Why something cannot be chosen, with the rule that says so. */
  refuse({ reason, rule }: Bar): void {
    this.say(rule ? t("app.refused_with_rule", { reason, rule }) : reason, 7000);
  }

  hush(): void {
    this.notice = "";
  }

  /** Said once to who listens, drawn nowhere. */
  announce(text: string): void {
    this.spoken = text;
  }

  async loadCatalogue(): Promise<void> {
    this.catalogue ??= (await keptThing<Catalogue>("catalogue").catch(() => undefined)) ?? null;
    try {
      const reply = await this.desk.call("catalogue", {});
      this.catalogueProblem = reply.status === "ok" ? "" : (reply.problems[0]?.message ?? "");
      if (reply.status !== "ok") return;
      this.catalogue = reply;
      void keepThing("catalogue", reply).catch(() => {});
    } catch (fault) {
      this.catalogueProblem = (fault as Error).message;
    }
  }
}

export const app = new App();
