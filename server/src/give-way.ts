// Work that nobody waits for: a thread of it leaves the processor to the threads that answer.
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Called by the thread itself. Only Linux has priorities of threads; elsewhere all are alike. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system without /proc, or one that forbids it.
  }
}
