// What a check of `finderfee doctor` gets, and what it returns.
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { ClusterInspection, IndexInspection } from '../../index/index-inspection.ts';
import type { ConfigStore } from '../../store/config-store.ts';
import type { FeedStore } from '../../store/feed-store.ts';
import type { LedgerStore } from '../../store/ledger-store.ts';
import type { StoreInspection } from '../../store/store-inspection.ts';
import type { WebhookStore } from '../../store/webhook-store.ts';

/** `attention`: the service works, and an operator has something to do. `failed`: it does not work, or not all of it. */
type CheckState = 'ok' | 'attention' | 'failed';

export interface Verdict {
  state: CheckState;
  /** What was seen, in one line. */
  seen: string;
  /** What to do, if something is to be done. */
  advice?: string;
}

/** What is read, or why it cannot be. */
export type Readable<T> = { value: T } | { fault: string };

export type ReadStore = Pick<ConfigStore, 'readStamps' | 'newestArtefact'> &
  Pick<LedgerStore, 'countJobs'> &
  Pick<FeedStore, 'listFeeds' | 'listRuns'> &
  Pick<WebhookStore, 'listWebhooks' | 'countDeliveries'>;

export interface CheckDeps {
  config: Config;
  /** The names of the settings that are not defaults. */
  given_settings: string[];
  clock: Clock;
  /** Where the store is, for operators. */
  place: string;
  /** Whether a server owns the data folder. */
  hasServer: () => boolean;
  /** The URL of a server with these settings; null if its port is not known. */
  url: string | null;
  inspection: Readable<StoreInspection>;
  /** Opened read-only; null without an installation. */
  store: Readable<ReadStore> | null;
  /** Null if the index is not in OpenSearch. */
  cluster: Readable<ClusterInspection> | null;
  inspectIndex: (store: ReadStore) => Promise<IndexInspection | null>;
  /** A command to paste, with the options of this one. */
  hint: (words: string) => string;
}

/** Null if the check does not apply. It never writes. */
export type Check = (deps: CheckDeps) => Promise<Verdict | null>;

export const ok = (seen: string): Verdict => ({ state: 'ok', seen });
export const attention = (seen: string, advice: string): Verdict => ({ state: 'attention', seen, advice });
export const failed = (seen: string, advice: string): Verdict => ({ state: 'failed', seen, advice });

export const RUN_AS_OWNER = 'run as the user that owns the folder';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

export function size(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
