import type { Battle } from "./battle.svelte";
import { SPEEDS } from "./speed";

/** What a key does while a round is played; whether it did anything. */
export function roundKey({ replay }: Battle, event: KeyboardEvent): boolean {
  const onButton = (event.target as HTMLElement).closest("button, a") !== null;
  const speed = SPEEDS.find((each) => String(each) === event.key);
  const keys: Record<string, () => void> = {
    ArrowLeft: () => void replay.back(),
    ArrowRight: () => void replay.forward(),
    Escape: () => replay.end(),
    ...(onButton ? {} : { " ": () => (replay.playing ? replay.pause() : replay.play()) }),
  };
  const act = speed ? () => replay.choose(speed) : keys[event.key];
  if (!act) return false;
  event.preventDefault();
  act();
  return true;
}
