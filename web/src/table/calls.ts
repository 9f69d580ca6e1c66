import { app } from "../lib/app.svelte";
import { ask, early } from "../lib/asking";
import type {
  Problems,
  TableBill,
  TableBranchBody,
  TableHandBody,
  TableHanded,
  TableMap,
  TableOpenBody,
  TableOpened,
  TablePicture,
  TablePictureBody,
  TableRematch,
  TableRematchBody,
  TableScenarios,
  TableShareBody,
  TableShared,
  TableStandings,
  TableWatch,
  TableWatchBody,
  TableWon,
  TableWonBody,
} from "../lib/contract";
import { t } from "../words";

/** The table lives on the server and nowhere else. */
async function call<Reply>(name: string, body: unknown): Promise<Reply> {
  const address = new URL(`api/table/${name}`, app.base).href;
  const reply = await (early.take(address, body) ?? ask(address, body)).catch(() => null);
  const told = readable(reply?.text ?? "");
  if (told?.status === "ok") return told as Reply;
  if (told?.status === "problems" && reply?.status !== 404) throw new Error((told as Problems).problems[0]?.message);
  throw new Error(t("table.no_server"));
}

function readable(text: string): { status: string } | null {
  try {
    return JSON.parse(text) as { status: string };
  } catch {
    return null; // not the table's words: whatever stands between here and it
  }
}

export const scenarios = (): Promise<TableScenarios> => call("scenarios", {});
export const openBattle = (body: TableOpenBody): Promise<TableOpened> => call("open", body);
export const groundOf = (token: string): Promise<TableMap> => call("map", { token });
export const sharePart = (body: TableShareBody): Promise<TableShared> => call("share", body);
export const handOn = (body: TableHandBody): Promise<TableHanded> => call("hand", body);
export const logOf = (token: string): Promise<{ log: unknown }> => call("log", { token });
/** Maps to choose a battle by: they never change, and are asked for once. */
const pictures = new Map<string, Promise<TablePicture>>();
export function pictureOf({ scenario, theme }: TablePictureBody): Promise<TablePicture> {
  const name = `${theme} ${scenario}`;
  const known = pictures.get(name) ?? call<TablePicture>("picture", { scenario, theme });
  pictures.set(name, known);
  known.catch(() => pictures.delete(name)); // the next one may be luckier
  return known;
}
export const codeOf = (link: string): Promise<TablePicture> => call("code", { link });
export const standingsOf = (tokens: string[]): Promise<TableStandings> => call("standings", { tokens });
export const billOf = (token: string): Promise<TableBill> => call("bill", { token });
export const askRematch = (body: TableRematchBody): Promise<TableRematch> => call("rematch", body);
export const wonOf = (body: TableWonBody): Promise<TableWon> => call("won", body);
export const branchFrom = (body: TableBranchBody): Promise<TableOpened> => call("branch", body);
export const watchOf = (body: TableWatchBody): Promise<TableWatch> => call("watch", body);
export const refereeLink = (token: string): Promise<TableShared> => call("referee", { token });

/** A drawing as something that an image can show. */
export const asImage = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

export const linkTo = (token: string): string => `${app.base}#table=${token}`;
export const lineAddress = (): string => new URL("api/table/line", app.base).href.replace(/^http/, "ws");
