import { failingStore } from './failing-store.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { killedJobs } from './killed-jobs.ts';
import { kills } from './kills.ts';

export const faults: Fault[] = [kills, failingStore, killedJobs, fullDisk];
