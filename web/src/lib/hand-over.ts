import type { Entry } from "./contract";
import type { KeptGame } from "./kept-game";
import { t } from "../words";

/** A whole game as one parcel: log, form and dice stream, so that another phone goes on where this one stopped. */
export type Parcel = { sandtable: "game"; version: 1; game: KeptGame; entries: Entry[] };

const MARK = "--- sandtable, keep the lines below to open this log again ---";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Response(bytes as BodyInit).body!.pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

function toText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const fromText = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

export const parcelOf = (game: KeptGame, entries: Entry[]): Parcel => ({
  sandtable: "game",
  version: 1,
  game,
  entries,
});

export async function packed(parcel: Parcel): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parcel));
  return toText(await through(bytes, new CompressionStream("deflate-raw")));
}

export async function unpacked(text: string): Promise<Parcel> {
  const bytes = await through(fromText(text.replace(/\s+/g, "")), new DecompressionStream("deflate-raw"));
  return checked(JSON.parse(new TextDecoder().decode(bytes)));
}

/** The readable log with the parcel under it: one text to read, and to open again. */
export async function withParcel(text: string, parcel: Parcel): Promise<string> {
  const lines = (await packed(parcel)).replace(/(.{76})/g, "$1\n");
  return `${text.trimEnd()}\n\n${MARK}\n${lines}\n`;
}

/** Opens what was shared in any of its forms: JSON, the text with its tail, a link, or the bare tail. */
export async function opened(text: string): Promise<Parcel> {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return checked(JSON.parse(trimmed));
  const link = trimmed.match(/#\/take\/([\w-]+)/);
  const tail = trimmed.includes(MARK) ? trimmed.slice(trimmed.indexOf(MARK) + MARK.length) : (link?.[1] ?? trimmed);
  try {
    return await unpacked(tail);
  } catch {
    throw new Error(t("share.no_log"));
  }
}

function checked(parcel: Parcel): Parcel {
  if (parcel?.sandtable !== "game" || !parcel.game?.ruleset || !Array.isArray(parcel.entries))
    throw new Error(t("share.no_game"));
  return parcel;
}
