import { setTimeout as sleep } from 'node:timers/promises';

/** A process that takes less than this part of a thread, several times one after the other, has nothing left to do. */
const IDLE_PART = 0.1;
const IDLE_LOOKS = 4;
const LOOK_MS = 1000;
const MOST_LOOKS = 300;

/**
 * Until a process has done whatever it does later, such as merging. It is asked how long its threads have worked so far.
 * Returns for how long it had been idle by then.
 */
export async function untilIdle(cpuMs: () => number | Promise<number>): Promise<number> {
  let [idle, before] = [0, Number.POSITIVE_INFINITY];
  for (let looks = 0; idle < IDLE_LOOKS && looks < MOST_LOOKS; looks++) {
    await sleep(LOOK_MS);
    const now = await cpuMs();
    idle = now - before < IDLE_PART * LOOK_MS ? idle + 1 : 0;
    before = now;
  }
  return idle * LOOK_MS;
}
