// The faults that `npm test` runs.
import { canaries } from './canaries.ts';
import { differingStores } from './differing-stores.ts';
import { failingStore } from './failing-store.ts';
import type { Fault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { hostileFeeds } from './hostile-feeds.ts';
import { hostileLinks } from './hostile-links.ts';
import { hostileSearches } from './hostile-searches.ts';
import { identicalRequests } from './identical-requests.ts';
import { keylessFlood } from './keyless-flood.ts';
import { killedDatabase } from './killed-database.ts';
import { killedJobs } from './killed-jobs.ts';
import { kills } from './kills.ts';
import { rollingRestarts } from './rolling-restarts.ts';
import { saturatedSearch } from './saturated-search.ts';
import { sigterm } from './sigterm.ts';
import { unreadAnswers } from './unread-answers.ts';

/** Processes that are killed or stopped. */
export const processFaults: Fault[] = [kills, killedDatabase, killedJobs, sigterm, rollingRestarts];

export const otherFaults: Fault[] = [
  failingStore,
  identicalRequests,
  saturatedSearch,
  fullDisk,
  hostileLinks,
  hostileFeeds,
  canaries,
  unreadAnswers,
  hostileSearches,
  keylessFlood,
  differingStores,
];

export const faults: Fault[] = [...processFaults, ...otherFaults];
