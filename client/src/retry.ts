// When a failed request is sent again.
import { ApiError, FinderfeeError } from './errors.ts';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 4000;
/** A service that asks for a longer pause is left to the caller. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Milliseconds before the next attempt, with jitter; undefined if another attempt would not help. */
export function retryDelayMs(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof FinderfeeError && error.isRetryable)) return undefined;
  const asked_ms = error instanceof ApiError ? error.retryAfterMs : undefined;
  if (asked_ms === undefined) return backOffMs(attempt);
  return asked_ms > MAX_RETRY_AFTER_MS ? undefined : asked_ms + Math.random() * FIRST_DELAY_MS;
}

export const backOffMs = (attempt: number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Rejects with the reason of the signal if it is aborted meanwhile. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
