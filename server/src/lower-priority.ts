// Lowers the CPU priority of background work, so that it yields to the threads that answer requests.
import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Niceness of background work: about 1/30 of a contended core. At 10 each thread would take a tenth, which slows searches
 * noticeably; at 19 nothing would progress beside a busy service.
 */
export const BACKGROUND_NICE = 15;

/** Lowers the calling thread. Only Linux has priorities per thread; elsewhere this does nothing. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lower(() => [Number(readlinkSync('/proc/thread-self').split('/').at(-1))]);
}

/** Lowers the whole process, including garbage collection threads. Threads started later inherit it. */
export function lowerProcessPriority(): void {
  lower(() => (process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]));
}

function lower(list: () => number[]): void {
  try {
    for (const id of list()) setPriority(id, BACKGROUND_NICE);
  } catch {
    // Without /proc, or without permission, the priority stays normal.
  }
}
