// Work that nobody waits for leaves the processor to the threads that answer.
import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * A thirtieth of a processor that somebody else wants. With "below normal", 10, it would be a tenth for each of several
 * threads, which those who search feel; with the lowest, 19, nothing would get done beside a service that is always busy.
 */
export const BACKGROUND_NICE = 15;

/** Called by a thread for itself. Only Linux has priorities of threads; elsewhere all are alike. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lower(() => [Number(readlinkSync('/proc/thread-self').split('/').at(-1))]);
}

/** For a whole process, with those threads that collect its garbage. Threads that it begins later inherit it. */
export function lowerProcessPriority(): void {
  lower(() => (process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]));
}

function lower(list: () => number[]): void {
  try {
    for (const id of list()) setPriority(id, BACKGROUND_NICE);
  } catch {
    // A system without /proc, or one that forbids it.
  }
}
