import { setTimeout as sleep } from 'node:timers/promises';

/** A process is idle if it uses less than this share of one core in several consecutive polls. */
const IDLE_SHARE = 0.1;
const IDLE_POLLS = 4;
const POLL_MS = 1000;
const MAX_POLLS = 300;

/**
 * Waits until a process has finished its background work, such as merging. `cpuMs` gives the CPU time of all its
 * threads. Returns how long the process has been idle by then, for callers that subtract it.
 */
export async function waitUntilIdle(cpuMs: () => number | Promise<number>): Promise<number> {
  let [idle, before] = [0, Number.POSITIVE_INFINITY];
  for (let polls = 0; idle < IDLE_POLLS && polls < MAX_POLLS; polls++) {
    await sleep(POLL_MS);
    const now = await cpuMs();
    idle = now - before < IDLE_SHARE * POLL_MS ? idle + 1 : 0;
    before = now;
  }
  return idle * POLL_MS;
}
