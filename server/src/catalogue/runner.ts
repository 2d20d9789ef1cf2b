// Which process runs an import, so that others on the same machine know at once when it is gone.
import { readFileSync, readlinkSync } from 'node:fs';
import type { FeedRun } from '../store/catalogue-port.ts';

/** What a process is known by; '' where the system does not tell, as on all but Linux: then only silence tells. */
export function thisRunner(): string {
  try {
    return `${machine()} ${process.pid} ${startOf(process.pid)}`;
  } catch {
    return '';
  }
}

/** Whether it is certain that the process has ended. Of one on another machine nothing is. */
export function isGone(runner: string): boolean {
  const [, where, pid, start] = /^(.+) (\d+) (\S+)$/.exec(runner) ?? [];
  try {
    if (where === undefined || where !== machine()) return false;
    process.kill(Number(pid), 0);
    // Numbers of processes come again.
    return startOf(Number(pid)) !== start;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** A run as it is now: one whose process is gone has failed, also before anybody has noted it. */
export const asItIs = (run: FeedRun): FeedRun =>
  run.state === 'running' && isGone(run.runner) ? { ...run, state: 'failed', message: 'it was cut off' } : run;

/** This start of this machine, and in it the list by which processes are numbered: a container has its own. */
const machine = () =>
  `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;

const ENDED = ['Z', 'X'];

/** When a process began, in ticks since the machine did; nothing of one that has ended and was not taken leave of. */
function startOf(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Its name, in parentheses, may hold anything.
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ENDED.includes(state) ? undefined : fields[18];
}
