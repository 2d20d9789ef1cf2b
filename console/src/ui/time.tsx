// `<Time at={job.created_at} />`: how long ago, with the time itself on hover.
import { signal } from '@preact/signals';
import { instant, relativeTime } from './format.ts';

const TICK_MS = 10_000;

const now_ms = signal(Date.now());
setInterval(() => {
  if (!document.hidden) now_ms.value = Date.now();
}, TICK_MS);

/** `isAbsolute` shows the time itself. */
export function Time({ at, isAbsolute = false }: { at: string | null | undefined; isAbsolute?: boolean }) {
  if (!at) return <>–</>;
  const at_ms = Date.parse(at);
  // What the server has just done may be ahead of the last tick.
  const shown = isAbsolute ? instant(at_ms) : relativeTime(at_ms, Math.max(now_ms.value, Date.now()));
  return (
    <time dateTime={at} title={instant(at_ms)}>
      {shown}
    </time>
  );
}
