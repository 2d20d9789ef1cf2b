// On a virtual machine that shares its processors, the host takes them away at times. That counts as work of whoever was
// running, so a run in which much was taken says little about what was measured.
import { existsSync, readFileSync } from 'node:fs';

const FILE = '/proc/stat';
/** Of the line for all processors: user, nice, system, idle, iowait, irq, softirq, and what the host took. */
const TIMES = 8;

/** Begins to watch; what it returns tells the part of all processors' time that was taken since. Undefined where that is not known. */
export function watchStolenTime(): () => number | undefined {
  const before = readTimes();
  return () => {
    const now = readTimes();
    const passed = now?.map((time, i) => time - before![i]!);
    return passed && passed.at(-1)! / passed.reduce((sum, time) => sum + time, 0);
  };
}

function readTimes(): number[] | undefined {
  if (!existsSync(FILE)) return undefined;
  const [, ...times] = readFileSync(FILE, 'utf8').split('\n', 1)[0]!.split(/\s+/);
  return times.slice(0, TIMES).map(Number);
}
