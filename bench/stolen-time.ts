// CPU steal time. On a shared virtual machine it counts as CPU time of the running process, so a run with much of it is
// unreliable.
import { existsSync, readFileSync } from 'node:fs';

const FILE = '/proc/stat';
/** Columns of the `cpu` line: user, nice, system, idle, iowait, irq, softirq, steal. */
const COLUMNS = 8;

/**
 * Returns a function that gives the share of CPU time stolen since this call; undefined on systems without /proc/stat.
 */
export function watchStolenTime(): () => number | undefined {
  const before = readTimes();
  return () => {
    const now = readTimes();
    const elapsed = now?.map((time, i) => time - before![i]!);
    return elapsed && elapsed.at(-1)! / elapsed.reduce((sum, time) => sum + time, 0);
  };
}

function readTimes(): number[] | undefined {
  if (!existsSync(FILE)) return undefined;
  const [, ...times] = readFileSync(FILE, 'utf8').split('\n', 1)[0]!.split(/\s+/);
  return times.slice(0, COLUMNS).map(Number);
}
