import { app } from "../lib/app.svelte";
import type {
  Problems,
  TableMap,
  TableOpenBody,
  TableOpened,
  TableScenarios,
  TableShareBody,
  TableShared,
} from "../lib/contract";
import { t } from "../words";

/** The table lives on the server and nowhere else. */
async function call<Reply>(name: string, body: unknown): Promise<Reply> {
  const reply = await fetch(new URL(`api/table/${name}`, app.base), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  const told = await reply?.json().catch(() => null);
  if (told?.status === "ok") return told as Reply;
  if (told?.status === "problems" && reply?.status !== 404) throw new Error((told as Problems).problems[0]?.message);
  throw new Error(t("table.no_server"));
}

export const scenarios = (): Promise<TableScenarios> => call("scenarios", {});
export const openBattle = (body: TableOpenBody): Promise<TableOpened> => call("open", body);
export const groundOf = (token: string): Promise<TableMap> => call("map", { token });
export const sharePart = (body: TableShareBody): Promise<TableShared> => call("share", body);
export const logOf = (token: string): Promise<{ log: unknown }> => call("log", { token });

export const linkTo = (token: string): string => `${app.base}#table=${token}`;
export const lineAddress = (): string => new URL("api/table/line", app.base).href.replace(/^http/, "ws");
