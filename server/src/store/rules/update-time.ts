// The time of an update, which doubles as a version: it increases strictly, even within one millisecond.

export const updateTime_ms = (now_ms: number, old_ms: number | undefined): number =>
  old_ms === undefined ? now_ms : Math.max(now_ms, old_ms + 1);
