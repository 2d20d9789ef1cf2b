// The background purge: deletes rows past their retention, class by class, in small steps that yield to other writes.
import { setTimeout as sleep } from 'node:timers/promises';
import { BackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { Lease } from '../lease-keeper.ts';
import type { AuditStore } from '../store/audit-store.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { ConsoleStore } from '../store/console-store.ts';
import type { ConversationStore } from '../store/conversation-store.ts';
import type { ConversionStore } from '../store/conversion-store.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import type { PurgeBy } from '../store/purge-by.ts';
import type { ReportStore } from '../store/report-store.ts';
import type { SearchReportStore } from '../store/search-report-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { StoreFigures } from '../store/store-figures.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { Retention } from './retention.ts';

/** Pause between rounds. */
const REST_MS = 30_000;
/** The back-off does not exceed the pause: while one class fails, the others must still be purged. */
const RETRY_MS = { first: 5000, longest: REST_MS };
/** Rows per step: a few milliseconds of writer time. */
const BATCH = 200;
/** Overloaded searches create thousands of sessions per second, and sessions are cheap to delete. */
const SESSIONS_BATCH = 2000;
/** Steps per class and round, so that a class that grows as fast as it is purged does not starve the others. */
const MAX_STEPS = 50;
const PAUSE_MS = 20;
/** The purge yields while more writes than this are queued for the same file. */
const BUSY_WRITES = 20;
/** Upper bound of a yield: a service that is always busy has the most to purge. */
const MAX_YIELD_MS = 100;

interface RetentionClass {
  name: string;
  /** Infinity: never purged. */
  retain_ms: number;
  /** The queue in `store.figures()` of the file that holds the class. */
  queue: 'catalogue_writes' | 'ledger_writes' | 'sessions_writes';
  batch: number;
  purge: (by: PurgeBy) => Promise<number>;
}

type PurgedStores = CatalogueStore &
  LedgerStore &
  ConversionStore &
  WebhookStore &
  SessionStore &
  SearchReportStore &
  ReportStore &
  ConversationStore &
  ConsoleStore &
  AuditStore;

interface PurgeOptions {
  store: PurgedStores & { figures(): StoreFigures };
  clock: Clock;
  retention: Retention;
  /** One instance at a time purges. Null: a read-only one, which purges expired sessions only. */
  lease: Lease | null;
  /** Called after every step. */
  onPurged: (name: string, rows: number) => void;
}

export function createPurge(options: PurgeOptions, onFault: (error: unknown) => void): BackgroundLoop {
  const loop: BackgroundLoop = new BackgroundLoop({
    run: () => purgeExpired(options, () => loop.isStopped || options.lease?.() === null),
    rest_ms: REST_MS,
    retry_ms: RETRY_MS.first,
    max_retry_ms: RETRY_MS.longest,
    onFault,
  });
  return loop;
}

/** Runs one round; true if a class has more rows. A failing class does not block the others; its error is thrown at the end. */
export async function purgeExpired(options: PurgeOptions, isStopped: () => boolean): Promise<boolean> {
  const faults: Error[] = [];
  let hasMore = false;
  for (const retained of classesOf(options)) {
    if (isStopped()) break;
    if (retained.retain_ms === Number.POSITIVE_INFINITY) continue;
    try {
      if (await purgeClass(options, retained, isStopped)) hasMore = true;
    } catch (cause) {
      faults.push(new Error(`purging ${retained.name} failed`, { cause }));
    }
  }
  if (faults[0]) throw faults[0];
  return hasMore;
}

/** In purge order: a person's facts before their email. */
function classesOf({ store, retention, lease }: PurgeOptions): RetentionClass[] {
  const purgeSessions = ({ before_ms, limit }: PurgeBy) => store.purgeRankingSessions({ now_ms: before_ms, limit });
  const inSessions = { queue: 'sessions_writes', batch: BATCH } as const;
  const sessions = { ...inSessions, name: 'sessions', retain_ms: 0, batch: SESSIONS_BATCH, purge: purgeSessions };
  const signIns = { ...inSessions, name: 'console_sessions', retain_ms: 0, purge: store.purgeConsoleSessions };
  if (!lease) return [sessions, signIns];
  const { facts_ms, events_ms, deliveries_ms, deletions_ms, prices_ms } = retention;
  const inLedger = { queue: 'ledger_writes', batch: BATCH } as const;
  const inCatalogue = { queue: 'catalogue_writes', batch: BATCH } as const;
  return [
    sessions,
    signIns,
    { ...inSessions, name: 'searches', retain_ms: retention.searches_ms, purge: store.purgeSearches },
    { ...inSessions, name: 'query_counts', retain_ms: retention.query_counts_ms, purge: store.purgeQueryCounts },
    { ...inSessions, name: 'search_counts', retain_ms: retention.reports_ms, purge: store.purgeSearchCounts },
    { ...inLedger, name: 'jobs', retain_ms: retention.jobs_ms, purge: store.purgeJobs },
    // Events refer to facts and people, so they must not outlive them.
    { ...inLedger, name: 'events', retain_ms: Math.min(events_ms, facts_ms), purge: store.purgeEvents },
    { ...inLedger, name: 'conversations', retain_ms: retention.conversations_ms, purge: store.purgeConversations },
    { ...inLedger, name: 'non_clicks', retain_ms: retention.non_clicks_ms, purge: store.purgeNonClicks },
    { ...inLedger, name: 'postbacks', retain_ms: retention.postbacks_ms, purge: store.purgePostbacks },
    { ...inLedger, name: 'audit', retain_ms: retention.audit_ms, purge: store.purgeActions },
    // As for events of the trace.
    { ...inLedger, name: 'deliveries', retain_ms: Math.min(deliveries_ms, facts_ms), purge: store.purgeDeliveries },
    { ...inLedger, name: 'conversions', retain_ms: facts_ms, purge: store.purgeConversions },
    { ...inLedger, name: 'offers', retain_ms: facts_ms, purge: store.purgeOffers },
    { ...inLedger, name: 'clicks', retain_ms: facts_ms, purge: store.purgeClicks },
    { ...inLedger, name: 'signups', retain_ms: facts_ms, purge: store.purgeSignups },
    { ...inLedger, name: 'people', retain_ms: facts_ms, purge: store.purgePeople },
    { ...inLedger, name: 'funnel', retain_ms: retention.reports_ms, purge: store.purgeFunnel },
    { ...inCatalogue, name: 'deletions', retain_ms: deletions_ms, purge: store.purgeDeletions },
    { ...inCatalogue, name: 'prices', retain_ms: Math.max(prices_ms, deletions_ms), purge: store.purgePrices },
    { ...inCatalogue, name: 'feed_runs', retain_ms: retention.feed_runs_ms, purge: store.purgeFeedRuns },
  ];
}

/** True if all steps of the round were used, so rows may be left. */
async function purgeClass(
  { store, clock, onPurged }: PurgeOptions,
  { name, retain_ms, queue, batch, purge }: RetentionClass,
  isStopped: () => boolean,
): Promise<boolean> {
  for (let step = 0; step < MAX_STEPS && !isStopped(); step++) {
    const purged = await purge({ before_ms: clock.now_ms() - retain_ms, limit: batch });
    if (purged === 0) return false;
    onPurged(name, purged);
    await yieldToWrites(() => store.figures().queues[queue]!.waiting, isStopped);
  }
  return true;
}

async function yieldToWrites(waiting: () => number, isStopped: () => boolean): Promise<void> {
  for (
    let waited_ms = 0;
    !isStopped() && (waited_ms === 0 || (waiting() > BUSY_WRITES && waited_ms < MAX_YIELD_MS));
    waited_ms += PAUSE_MS
  ) {
    await sleep(PAUSE_MS);
  }
}
