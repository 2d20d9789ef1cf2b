// Fills a demo with the searches, conversations, clicks and sales of the last 30 days.
import { EXPORT_KINDS } from '@finderfee/contract/administration.ts';
import { recordConversions } from '../../conversions/record-conversions.ts';
import type { Lease } from '../../lease-keeper.ts';
import { attributeWaiting } from '../../reports/attribute-clicks.ts';
import type { CatalogueStore } from '../../store/catalogue-store.ts';
import type { ConfigStore } from '../../store/config-store.ts';
import type { ConversionStore } from '../../store/conversion-store.ts';
import type { LedgerStore } from '../../store/ledger-store.ts';
import type { RemovalStore } from '../../store/removal-store.ts';
import { DAY_MS } from '../../store/report-store.ts';
import type { SearchReportStore } from '../../store/search-report-store.ts';
import type { WebhookStore } from '../../store/webhook-store.ts';
import { DEMO_FEED } from '../load-demo.ts';
import { loadMark, type MarkStore, saveMark } from './activity-mark.ts';
import { type DueReport, isDemoTransaction, reportsOf } from './plan-sale.ts';
import { isDemoConversation, visitsOf } from './plan-visits.ts';
import { type PlayDeps, playVisit } from './play-visit.ts';
import { removeFacts } from './remove-activity.ts';

const DAYS = 30;
/** Visits at a time: they share transactions, and leave the threads to requests in between. */
const CONCURRENT = 12;
const PAGE = 1000;

type StatusStore = Pick<CatalogueStore, 'countFeedProducts' | 'isOnlyFeed'> &
  Pick<LedgerStore, 'exportFacts'> &
  Pick<WebhookStore, 'listWebhooks'> &
  MarkStore;

export interface ActivityDeps extends PlayDeps {
  store: PlayDeps['store'] &
    StatusStore &
    ConversionStore &
    RemovalStore &
    SearchReportStore &
    Pick<ConfigStore, 'getOrCreateSecret'>;
  attributedClicks: Record<'first' | 'other', number>;
}

/** Why this installation gets no invented activity; null if it may. */
export async function whyNot(store: StatusStore): Promise<string | null> {
  if ((await store.countFeedProducts({ feed: DEMO_FEED })) === 0) return 'the catalogue has no demo products';
  if (!(await store.isOnlyFeed({ feed: DEMO_FEED }))) return 'the catalogue has products of its own';
  if ((await store.listWebhooks({})).length > 0)
    return 'webhooks would be sent the invented facts; remove the webhooks first';
  for (const kind of EXPORT_KINDS)
    if (kind !== 'rewards' && (await hasOwn(store, kind))) return `there are ${kind.replace('_', '-')} of its own`;
  return null;
}

async function hasOwn(store: StatusStore, kind: Exclude<(typeof EXPORT_KINDS)[number], 'rewards'>): Promise<boolean> {
  for (let after = 0; ; ) {
    const rows = await store.exportFacts({ kind, after, since_ms: 0, limit: PAGE });
    if (rows.some(({ data }) => !isDemoConversation(data.convo_id) && !isDemoTransaction(data.transaction_id)))
      return true;
    if (rows.length < PAGE) return false;
    after = rows.at(-1)!.no;
  }
}

/** Whether a server fills the demo when it starts: if that was never done, or was interrupted. */
export async function isActivityDue(store: StatusStore): Promise<boolean> {
  const mark = await loadMark(store);
  return (mark === null || mark.state === 'filling') && (await whyNot(store)) === null;
}

interface FillOptions {
  lease: Lease;
  /** Ends the fill between two days. A later fill begins again. */
  isStopped: () => boolean;
}

/** Resolves to the number of visits; null if it was stopped. Replaces the activity of other days. */
export async function fillActivity(deps: ActivityDeps, { lease, isStopped }: FillOptions): Promise<number | null> {
  const { store } = deps;
  const now_ms = deps.clock.now_ms();
  const last_day = Math.floor(now_ms / DAY_MS);
  const days = { first_day: last_day - DAYS + 1, last_day };
  const before = await loadMark(store);
  if (before?.state === 'filled' && before.last_day === last_day) return 0;
  if (before && before.state !== 'removed') await removeFacts(deps, before);
  await saveMark(store, lease, { state: 'filling', ...days });
  let due: DueReport[] = [];
  let visits = 0;
  for (let day = days.first_day; day <= last_day; day++) {
    if (isStopped() || !lease() || (await store.listWebhooks({})).length > 0) return null;
    const end_ms = Math.min((day + 1) * DAY_MS, now_ms);
    await report(
      deps,
      due.filter(({ received_at_ms }) => received_at_ms < end_ms),
    );
    due = due.filter(({ received_at_ms }) => received_at_ms >= end_ms);
    const planned = visitsOf(day).filter(({ at_ms }) => at_ms <= now_ms);
    for (let i = 0; i < planned.length; i += CONCURRENT) {
      const some = planned.slice(i, i + CONCURRENT);
      const sales = await Promise.all(some.map((visit) => playVisit(deps, visit, now_ms)));
      due.push(...sales.flat().flatMap(reportsOf));
    }
    visits += planned.length;
  }
  while (await attributeWaiting(deps));
  await saveMark(store, lease, { state: 'filled', ...days });
  return visits;
}

/** In the order of arrival. */
async function report(deps: ActivityDeps, due: readonly DueReport[]): Promise<void> {
  const mornings = Map.groupBy(due, ({ received_at_ms }) => received_at_ms);
  for (const [now_ms, reports] of [...mornings].sort(([a], [b]) => a - b)) {
    const { store, reward_max_pct } = deps;
    await recordConversions(
      { store, reward_max_pct, clock: { now_ms: () => now_ms } },
      reports.map(({ report }) => report),
    );
  }
}
