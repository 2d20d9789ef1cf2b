// Identifies the process of an import, so that other processes on the same machine notice at once when it is gone.
import { readFileSync, readlinkSync } from 'node:fs';
import type { FeedRun } from '../store/feed-store.ts';

/** Identity of this process. '' outside Linux: there a run counts as lost only when its heartbeat stops. */
export function thisRunner(): string {
  try {
    return `${hostId()} ${process.pid} ${startTimeOf(process.pid)}`;
  } catch {
    return '';
  }
}

/** Whether the process has certainly ended. False for processes on other machines. */
export function hasExited(runner: string): boolean {
  const [, host, pid, start] = /^(.+) (\d+) (\S+)$/.exec(runner) ?? [];
  try {
    if (host === undefined || host !== hostId()) return false;
    process.kill(Number(pid), 0);
    // Process ids are reused.
    return startTimeOf(Number(pid)) !== start;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** The effective state of a run: it has failed if its process is gone, even if that is not recorded yet. */
export const effectiveRun = (run: FeedRun): FeedRun =>
  run.state === 'running' && hasExited(run.runner)
    ? { ...run, state: 'failed', message: 'the run was interrupted' }
    : run;

/** The boot id and the PID namespace, which differs between containers. */
const hostId = () =>
  `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;

const ENDED = ['Z', 'X'];

/** Start time of a process in clock ticks since boot; undefined for a zombie process. */
function startTimeOf(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name, in parentheses, may contain any character.
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ENDED.includes(state) ? undefined : fields[18];
}
