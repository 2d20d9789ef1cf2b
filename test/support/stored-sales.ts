// Offers, clicks and reports of sales as the store takes them, each with ids of its own.
import assert from 'node:assert/strict';
import { formatMicros, type Micros, parseMicros } from '../../server/src/product/micros.ts';
import type { ReportAnswer, ReportsWrite, ReportWrite } from '../../server/src/store/conversion-store.ts';
import type { ClickWrite } from '../../server/src/store/ledger-store.ts';
import type { Store } from '../../server/src/store/store.ts';
import { offerWrite } from './stored-facts.ts';

export const SALE_MS = 1_700_000_000_000;

export type GivenReport = Partial<ReportWrite> & Pick<ReportWrite, 'transaction_id'>;

/** A report that says nothing but its ids, and what is given. */
export const reportWrite = (given: GivenReport): ReportWrite => ({
  network: 'awin',
  item_id: '',
  original_transaction_id: null,
  order_id: null,
  click_id: null,
  program: null,
  sale_amount: null,
  commission: null,
  currency: null,
  status: null,
  is_paid: null,
  occurred_at_ms: null,
  modified_at_ms: null,
  ...given,
});

export const micros = (decimal: string): Micros => parseMicros(decimal)!;

/** Runs the jobs that match conversions and are due. */
export async function matchDue(store: Store, now_ms: number): Promise<void> {
  for (const { id, kind, due_at_ms } of await store.listJobs({
    state: 'waiting',
    kind: null,
    before: null,
    limit: 100_000,
  }))
    if (kind === 'match_conversions' && due_at_ms <= now_ms) await store.runJob({ id, reward_max_pct: 25, now_ms });
}

/** The sums of a person's rewards per status and currency, without those that are zero. */
export async function balancesOf(store: Store, email: string): Promise<Record<string, string>> {
  const sums = new Map<string, Micros>();
  for (const { status, currency, amount } of await store.listRewards({
    ...{ program: null, email, before: null, limit: 100_000 },
  })) {
    const balance = `${status} ${currency}`;
    sums.set(balance, (sums.get(balance) ?? 0n) + amount);
  }
  const left = [...sums].filter(([, sum]) => sum !== 0n);
  return Object.fromEntries(left.map(([balance, sum]) => [balance, formatMicros(sum, balance.slice(-3))]));
}

/** `network` is the account of the reports, and the beginning of all ids. */
export function storedSales(store: () => Store, network: string) {
  let last = 0;
  const newId = () => `${network}-${++last}`;

  const newClick = (given: Partial<ClickWrite> = {}): ClickWrite => {
    const id = newId();
    return {
      ...{ program: 'gold', click_id: id, convo_id: `c-${id}`, presentation_id: 'p1', email: `${id}@example.com` },
      ...{ click_at_ms: SALE_MS - 1000, now_ms: SALE_MS - 1000, ...given },
    };
  };

  /** Ten percent, unless the product says something else. */
  const offer = async (click: ClickWrite, product: object = {}, has_key = true): Promise<number> => {
    const { convo_id, presentation_id, click_id, program, email } = click;
    const info = JSON.stringify({ name: 'Kettle', currency: 'USD', rebate_pct: 10, ...product });
    const write = offerWrite({ convo_id, presentation_id, click_id, program, email, product: info, has_key });
    const outcome = await store().registerOffers({ offers: [write], now_ms: click.now_ms });
    assert.ok('answers' in outcome);
    return outcome.answers[0]!.id;
  };

  const click = async (made: ClickWrite): Promise<void> => {
    assert.equal(await store().recordClick(made), 'recorded');
  };

  /** A click on a new offer. */
  const clicked = async (given: Partial<ClickWrite> = {}, product: object = {}, has_key = true) => {
    const made = newClick(given);
    const offer_id = await offer(made, product, has_key);
    await click(made);
    return { ...made, offer_id };
  };

  const send = (reports: GivenReport[], by: Partial<ReportsWrite> = {}) =>
    store().recordReports({
      reports: reports.map((report) => reportWrite({ network, ...report })),
      ...{ postback: null, reward_max_pct: 25, now_ms: SALE_MS, ...by },
    });

  const reportAt = async (now_ms: number, ...reports: GivenReport[]): Promise<ReportAnswer[]> => {
    const outcome = await send(reports, { now_ms });
    assert.ok('answers' in outcome, 'a conversion is full');
    return outcome.answers;
  };
  const report = (...reports: GivenReport[]) => reportAt(SALE_MS, ...reports);

  const reportOne = async (given: GivenReport) => (await report(given))[0]!;

  const get = async (id: number) => {
    const found = await store().getConversion({ id });
    assert.ok(found);
    return found;
  };

  return { newId, newClick, offer, click, clicked, send, report, reportOne, reportAt, get };
}
