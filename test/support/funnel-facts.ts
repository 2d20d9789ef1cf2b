// Random facts for funnel reports, and the check of the reports about them.
import assert from 'node:assert/strict';
import { type FunnelQuery, reportFunnel } from '../../server/src/reports/report-funnel.ts';
import type { ConversionStatus, ReportWrite } from '../../server/src/store/conversion-store.ts';
import { DATE_BASES, DAY_MS, QUARTER_MS } from '../../server/src/store/report-store.ts';
import type { Store } from '../../server/src/store/store.ts';
import { countFunnel, exportAll } from './count-funnel.ts';
import fc from './properties.ts';
import { offerWrite, signupWrite } from './stored-facts.ts';
import { matchDue, micros, reportWrite } from './stored-sales.ts';

/** No other test has facts here. Clocks change in America on the 10th, in Europe on the 31st. */
const START_MS = Date.parse('2041-03-05T00:00:00Z');
const DAYS = 40;
const ZONES = [
  'UTC',
  ...['Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati'],
  // Half an hour of summer time, which ends on April 7; an offset of 13:45.
  ...['Australia/Lord_Howe', 'Pacific/Chatham'],
];

const someOf = <T>(...values: T[]) => fc.constantFrom(...values);

/** Mostly around the ends of quarters of an hour, and often around midnight somewhere. */
const time = fc
  .tuple(fc.integer({ min: 0, max: DAYS * 96 }), someOf(-1, 0, 1, 77_777))
  .map(([quarter, beside_ms]) => START_MS + quarter * QUARTER_MS + beside_ms);
const presentment = fc.record({ convo_id: someOf('c1', 'c2'), presentation_id: someOf('p1', 'p2') });
const clickId = someOf('k1', 'k2', 'k3', 'k4');
const program = someOf('gold', 'gold', 'silver');
const amount = someOf(null, 0n, micros('10'), micros('0.333333'), micros('-4'), micros('99999999999'));
const currency = someOf(null, 'USD', 'USD', 'EUR', 'JPY');

const clicked = { of: presentment, click_id: clickId, program, at_ms: time, now_ms: time };
export const funnelAction = fc.oneof(
  fc.record({
    ...{ kind: fc.constant('offer' as const), of: presentment, click_id: clickId, program, now_ms: time },
    ...{ merchant_id: someOf(null, 7, 8), is_later: fc.boolean(), has_key: fc.boolean(), currency },
    ...{ value: someOf(null, 20), has_link: someOf(true, true, false) },
  }),
  fc.record({ kind: fc.constant('click' as const), ...clicked }),
  fc.record({ kind: fc.constant('visit' as const), ...clicked, non_click: someOf(null, 'robot', 'prefetch') }),
  fc.record({ kind: fc.constant('signup' as const), program, person: someOf('ann', 'bob'), now_ms: time }),
  fc.record({ kind: fc.constant('search' as const), now_ms: time, has_convo: fc.boolean() }),
  fc.record({
    ...{ kind: fc.constant('report' as const), network: someOf('one', 'two'), now_ms: time },
    ...{ transaction_id: someOf('a', 'b', 'c', 'd'), original_transaction_id: someOf(null, null, null, 'a', 'b') },
    ...{ click_id: fc.option(clickId), program: someOf(null, null, 'gold'), sale_amount: amount, commission: amount },
    ...{
      currency,
      status: someOf<ConversionStatus | null>(null, 'pending', 'approved', 'declined'),
      occurred_at_ms: fc.option(time),
    },
    modified_at_ms: fc.option(time),
  }),
  fc.record({ kind: fc.constant('match' as const), of: fc.nat({ max: 5 }), click_id: clickId, program, now_ms: time }),
  fc.record({ kind: fc.constant('run jobs' as const) }),
  fc.record({ kind: fc.constant('fold' as const), limit: someOf(1, 3, 1000) }),
);
type Action = typeof funnelAction extends fc.Arbitrary<infer A> ? A : never;

/** A period of a report. */
export const funnelRange = fc
  .tuple(fc.integer({ min: -1, max: DAYS }), fc.integer({ min: 0, max: DAYS }), someOf(...ZONES))
  .map(([first, length, tz]) => ({ from: dateOf(first), to: dateOf(first + length), tz }));
const dateOf = (day: number) => new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10);

/** Makes facts whose ids begin with `name`. Different names do not meet. */
export function funnelFacts(store: () => Store, name: string, searches: number[]) {
  const conversions: number[] = [];
  let last = 0;
  const own = (id: string) => `${name} ${id}`;
  const idsOf = ({ of, click_id }: { of: { convo_id: string; presentation_id: string }; click_id: string }) => ({
    ...{ convo_id: own(of.convo_id), presentation_id: of.presentation_id, click_id: own(click_id) },
  });
  const report = ({ kind: _, now_ms: __, click_id, ...given }: Action & { kind: 'report' }): ReportWrite =>
    reportWrite({ ...given, network: own(given.network), click_id: click_id && own(click_id) });

  const make = async (made: Action): Promise<void> => {
    if (made.kind === 'fold') return void (await store().foldFunnel({ limit: made.limit }));
    if (made.kind === 'run jobs') return matchDue(store(), START_MS + 2 * DAYS * DAY_MS);
    const { now_ms } = made;
    if (made.kind === 'offer') {
      const { merchant_id, is_later, has_key, value, has_link } = made;
      const product = { name: 'Kettle', rebate_pct: 10, ...(value === null ? {} : { value }), currency: made.currency };
      const merchant = merchant_id === null ? {} : { merchant: { id: merchant_id, name: 'Shop' } };
      const offer = offerWrite({
        ...{ ...idsOf(made), program: made.program, product: JSON.stringify({ ...product, ...merchant }), has_key },
        ...{ message_id: is_later ? own(`m${++last}`) : null, direct_link: has_link ? 'https://t.example/' : null },
      });
      await store().registerOffers({ offers: [offer], now_ms });
    }
    if (made.kind === 'click' || made.kind === 'visit') {
      const click = { ...idsOf(made), program: made.program, email: '', click_at_ms: made.at_ms, now_ms };
      if (made.kind === 'click') await store().recordClick(click);
      else await store().recordVisit({ ...click, non_click: made.non_click });
    }
    if (made.kind === 'signup') {
      const message_id = own(`s${++last}`);
      const email = `${made.person}-${name}@example.com`;
      await store().acceptSignup(signupWrite({ message_id, program: made.program, email, now_ms }));
      await store().runJob({ id: message_id, reward_max_pct: 25, now_ms });
    }
    if (made.kind === 'search') {
      searches.push(now_ms);
      const convo_id = made.has_convo ? own('c1') : null;
      const session = { query: 'kettle', criteria: [], per_page: 5, product_nos: Uint32Array.of(1) };
      const times = { created_at_ms: now_ms, expires_at_ms: now_ms + DAY_MS };
      await store().insertRankingSession({ id: own(`r${++last}`), convo_id, ...session, ...times });
    }
    if (made.kind === 'report') {
      const by = { reports: [report(made)], postback: null, reward_max_pct: 25, now_ms };
      const outcome = await store().recordReports(by);
      if ('answers' in outcome) conversions.push(outcome.answers[0]!.id);
    }
    if (made.kind === 'match' && conversions.length > 0) {
      const id = conversions[made.of % conversions.length]!;
      const by = { id, click_id: own(made.click_id), program: made.program, reward_max_pct: 25 };
      await store().matchConversion({ ...by, now_ms });
    }
  };
  return make;
}

/** Compares the reports of a period, by every grouping, basis, program and merchant, with a count over an export. */
export async function checkFunnel(
  store: Store,
  searches: number[],
  { from, to, tz }: Pick<FunnelQuery, 'from' | 'to' | 'tz'>,
): Promise<void> {
  const facts = await exportAll(store, searches);
  const check = async (narrowed: Pick<FunnelQuery, 'group_by' | 'program' | 'merchant'>) => {
    for (const date_basis of DATE_BASES) {
      const query = { from, to, tz, date_basis, ...narrowed };
      assert.deepEqual(await reportFunnel({ store }, query), countFunnel(facts, query), JSON.stringify(query));
    }
  };
  for (const group_by of ['none', 'day', 'program', 'merchant', 'network'] as const) await check({ group_by });
  const keysBy = (group_by: 'program' | 'merchant') =>
    countFunnel(facts, { from, to, tz, group_by, date_basis: 'click' }).rows.flatMap(({ key }) => key ?? []);
  for (const group_by of ['none', 'day'] as const) {
    for (const program of [...keysBy('program'), 'unknown']) await check({ group_by, program });
    for (const merchant of keysBy('merchant')) await check({ group_by, merchant });
  }
}

/** Many facts, and the times of their searches. */
export async function makeFunnelFacts(store: Store): Promise<number[]> {
  const searches: number[] = [];
  for (const [run, actions] of fc.sample(fc.array(funnelAction, { minLength: 40, maxLength: 40 }), 5).entries()) {
    const make = funnelFacts(() => store, `sample ${run}`, searches);
    for (const each of actions) await make(each);
  }
  return searches;
}

/** Days of all facts. */
export const ALL_FUNNEL_DAYS = { from: dateOf(-2), to: dateOf(DAYS + 2), tz: 'Asia/Kathmandu' };
