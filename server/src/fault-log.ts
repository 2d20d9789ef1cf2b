// Logs the faults of background tasks. They repeat every second while an engine is away, and must not fill the disk.
import type { Log } from './log.ts';

const REPEAT_MS = 60_000;
/** Faults that are told apart. */
const MAX_KNOWN = 100;

/** A fault is logged at once, and then once a minute while it repeats, with the number of times since. */
export function createFaultLog(log: Pick<Log, 'error'>, now_ms = () => performance.now()): (error: unknown) => void {
  const known = new Map<string, { logged_ms: number; repeated: number }>();
  return (error) => {
    const text = textOf(error);
    const before = known.get(text);
    if (before && now_ms() < before.logged_ms + REPEAT_MS) {
      before.repeated++;
      return;
    }
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, { logged_ms: now_ms(), repeated: 0 });
    const repeated = before && before.repeated > 0 ? { repeated: before.repeated } : {};
    log.error({ err: error, ...repeated }, 'a background task failed');
  };
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}: ${textOf(error.cause)}` : String(error);
