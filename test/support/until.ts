// Polling for a condition.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Background threads have a low priority, and wait for other tests on a busy machine. A test ends after five minutes. */
export const PATIENCE_MS = 180_000;

/** Polls until `look` returns something truthy, and fails after three minutes. */
export async function until<T>(look: () => T | Promise<T>) {
  const found = await poll(look, { within_ms: PATIENCE_MS });
  assert.ok(found, 'it did not happen within three minutes');
  return found;
}

/** Polls until `look` returns something truthy; after `within_ms`, returns the last answer. */
export async function poll<T>(
  look: () => T | Promise<T>,
  { within_ms, every_ms = 5 }: { within_ms: number; every_ms?: number },
): Promise<T> {
  for (const end = Date.now() + within_ms; ; await sleep(every_ms)) {
    const found = await look();
    if (found || Date.now() >= end) return found;
  }
}
