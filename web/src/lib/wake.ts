const LET_GO_AFTER = 20 * 60 * 1000;

/** Keeps the screen on while a game is in front, and lets it go when nobody has touched it for twenty minutes. */
export function stayAwake(): () => void {
  if (!("wakeLock" in navigator)) return () => {};
  let lock: WakeLockSentinel | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;

  const release = () => {
    void lock?.release();
    lock = null;
  };
  const hold = async () => {
    clearTimeout(timer);
    timer = setTimeout(release, LET_GO_AFTER);
    if (lock || over || document.visibilityState !== "visible") return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
      if (over) release();
    } catch {
      // Low battery or not allowed: the screen then behaves as it always does.
    }
  };
  const touched = () => void hold();
  document.addEventListener("visibilitychange", touched);
  document.addEventListener("pointerdown", touched);
  void hold();
  return () => {
    over = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", touched);
    document.removeEventListener("pointerdown", touched);
    release();
  };
}
