// Contract of every store adapter: the state of conversions depends on the set of reports, not on their order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { balancesOf, reportWrite, SALE_MS, storedSales } from '../../../test/support/stored-sales.ts';
import { formatMicros } from '../product/micros.ts';
import type { ReportWrite } from './conversion-store.ts';
import type { Store } from './store.ts';

const RUNS = 40;

type Content = Omit<ReportWrite, 'network'>;

/** Ids of clicks of gold, of gold and silver, of silver after the sale, and of none. */
const CLICK_IDS = ['one', 'both', 'late', 'none'];
const someOf = <T>(...values: T[]) => fc.constantFrom(...values);

const content: fc.Arbitrary<Content> = fc.record({
  transaction_id: someOf('a', 'b', 'c', 'd', 'e'),
  item_id: someOf('', '', 'i'),
  original_transaction_id: someOf(null, null, null, 'a', 'b', 'c', 'd', 'f'),
  order_id: someOf(null, 'o1', 'o2'),
  click_id: someOf(null, ...CLICK_IDS),
  program: someOf(null, null, 'gold', 'silver'),
  sale_amount: someOf(null, 0n, 10_000_000n, 20_000_000n, -10_000_000n, -20_000_000n),
  commission: someOf(null, 1_000_000n, -1_000_000n),
  currency: someOf('USD', 'USD', 'EUR', null),
  status: someOf(null, 'pending', 'approved', 'declined'),
  is_paid: someOf(null, true, false),
  occurred_at_ms: someOf(null, SALE_MS - 2000, SALE_MS - 1),
  modified_at_ms: someOf(1, 2, 3, 4),
});

/** A set of reports, and two ways to deliver them: batches of their indexes, with copies. */
const deliveries = fc.array(content, { minLength: 1, maxLength: 14 }).chain((reports) => {
  const every = fc.shuffledSubarray([...reports.keys()], { minLength: reports.length });
  const order = fc.tuple(every, fc.shuffledSubarray([...reports.keys()])).map(([all, copies]) => [...all, ...copies]);
  const batches = fc.tuple(order, fc.integer({ min: 1, max: 6 })).map(([indexes, size]) => inBatches(indexes, size));
  return fc.record({ reports: fc.constant(reports), ways: fc.tuple(batches, batches) });
});

const inBatches = (indexes: number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(indexes.length / size) }, (_, i) => indexes.slice(i * size, (i + 1) * size));

const keyOf = ({ transaction_id, item_id }: Content) => `${transaction_id} ${item_id}`;

export function reportOrderContract(store: () => Store): void {
  let accounts = 0;

  /** Delivers reports to a new account, whose clicks and people are its own. */
  const deliver = async (reports: Content[], batches: number[][]) => {
    const network = `order-${++accounts}`;
    const sales = storedSales(store, network);
    const clickOf = (click_id: string, program: string, click_at_ms = SALE_MS - 1000) =>
      sales.clicked({ click_id: `${network}-click-${click_id}`, program, click_at_ms });
    const clicks = [await clickOf('one', 'gold'), await clickOf('both', 'gold'), await clickOf('both', 'silver')];
    clicks.push(await clickOf('late', 'silver', SALE_MS + 1));
    const ownOf = (report: Content) => {
      const click_id = report.click_id && `${network}-click-${report.click_id}`;
      return reportWrite({ ...report, network, click_id });
    };
    for (const batch of batches) await sales.report(...batch.map((index) => ownOf(reports[index]!)));
    const states = new Map<string, object>();
    for (const report of reports) {
      const { id } = await sales.reportOne(ownOf(report));
      const { conversion } = await sales.get(id);
      const { match, click_id: _, id: __, network: ___, changed_at_ms: ____, ...state } = conversion;
      states.set(keyOf(report), { ...state, match: match && [match.click_id.replace(network, ''), match.program] });
    }
    const balances = await Promise.all(clicks.map(({ email }) => balancesOf(store(), email)));
    const listed = await store().listConversions({
      ...{ status: null, is_matched: null, network, program: null, before: null, limit: 1000 },
    });
    return { states: Object.fromEntries([...states].sort()), balances, listed };
  };

  test('reports give the same state and balances in any order, in any batches, and with copies', async () => {
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ reports, ways }) => {
        const [one, other] = [await deliver(reports, ways[0]), await deliver(reports, ways[1])];
        assert.deepEqual(other.states, one.states);
        assert.deepEqual(other.balances, one.balances);
      }),
      { numRuns: RUNS },
    );
  });

  test('no amount is counted twice: conversions have the amounts of their transactions, balances their rewards', async () => {
    const inDollars = deliveries.map(({ reports, ways }) => ({
      reports: reports.map((report, i) => ({
        ...report,
        currency: 'USD',
        sale_amount: 10n ** BigInt(i),
        modified_at_ms: i,
      })),
      ways,
    }));
    await fc.assert(
      fc.asyncProperty(inDollars, async ({ reports, ways }) => {
        const { listed, balances } = await deliver(reports, ways[0]);
        const newest = new Map(reports.map((report) => [keyOf(report), report]));
        const counted = [...newest.values()].filter((report) => isReported(report, reports));
        assert.equal(
          sumOf(listed.map(({ sale_amount }) => sale_amount)),
          sumOf(counted.map((each) => each.sale_amount)),
        );
        const booked = balances.flatMap((each) => Object.entries(each)).map(([balance, sum]) => `${balance} ${sum}`);
        assert.deepEqual(booked.sort(), rewardsOf(listed).sort());
      }),
      { numRuns: RUNS },
    );
  });
}

const sumOf = (amounts: (bigint | null)[]): bigint => amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);

/** Whether the transaction at the end of a chain of corrections is reported: others wait. */
function isReported(report: Content, reports: Content[]): boolean {
  const seen = new Set<string>();
  for (let at = report; ; ) {
    if (seen.has(keyOf(at))) return true;
    seen.add(keyOf(at));
    const { transaction_id, item_id } = at;
    const original = reports.findLast(
      (each) => keyOf(each) === keyOf(at) && each.original_transaction_id !== null,
    )?.original_transaction_id;
    if (!original || original === transaction_id) return true;
    const next = reports.find((each) => keyOf(each) === keyOf({ ...at, transaction_id: original, item_id }));
    if (!next) return false;
    at = next;
  }
}

/** The balances of each click's person. */
function rewardsOf(listed: Awaited<ReturnType<Store['listConversions']>>): string[] {
  const sums = new Map<string, bigint>();
  for (const { match, status, reward } of listed) {
    if (!match || !reward?.amount) continue;
    const key = `${match.click_no} ${status} ${reward.currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + reward.amount);
  }
  return [...sums].map(([key, sum]) => `${key.slice(key.indexOf(' ') + 1)} ${formatMicros(sum, 'USD')}`);
}
