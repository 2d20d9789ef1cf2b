// Sales under load: each has an offer, a click, and reports with corrections, which may be sent in any order and again.
import { listFacts, queryFacts } from './facts.ts';
import { clickOf, offerOf } from './ledger-facts.ts';
import type { Random } from './seeded.ts';

/** Sends a request until it is answered with this status. */
export type Post = (path: string, body: object, status: number) => Promise<void>;

/** A third of the sales is reversed by its last correction. */
const isReversed = (id: string) => /[0369]$/.test(id);

function reportsOf(id: string): object[] {
  const sale = { network: 'awin', currency: 'USD', occurred_at: '2026-03-05T00:00:00Z' };
  const own = { ...sale, transaction_id: `t-${id}`, click_id: id };
  const correction = (no: number, sale_amount: string) => ({
    ...{ ...sale, transaction_id: `t-${id}-${no}`, original_transaction_id: `t-${id}`, sale_amount },
    modified_at: '2026-03-08T00:00:00Z',
  });
  return [
    { ...own, sale_amount: '100', status: 'pending', modified_at: '2026-03-06T00:00:00Z' },
    { ...own, sale_amount: '120', status: 'approved', modified_at: '2026-03-07T00:00:00Z' },
    correction(1, '-20'),
    correction(2, isReversed(id) ? '-100' : '-10'),
  ];
}

/** What a sale and its shopper's balances come to: its reports are four, and a tenth of what is left is the reward. */
const expectedOf = (id: string) =>
  isReversed(id) ? `t-${id} declined 0 0 4` : `t-${id} approved 90000000 9000000 4 approved 9000000`;

export class SalesLoad {
  readonly finished = new Set<string>();
  readonly #unfinished = new Set<string>();
  readonly #post: Post;
  readonly #random: Random;

  constructor(post: Post, random: Random) {
    this.#post = post;
    this.#random = random;
  }

  /** Fails if a request fails. The sale is unfinished then: any of its requests may have been committed. */
  async sell(id: string): Promise<void> {
    this.#unfinished.add(id);
    const click = clickOf(id);
    const reports = reportsOf(id).map((report) => [report]);
    const requests = this.#random() < 0.3 ? [reports.flat()] : reports;
    const sends = [
      () => this.#post('/offers/single', offerOf(id), 201),
      () => this.#post(`/clickthrough/${click.convo_id}`, click, 202),
      ...requests.map((conversions) => () => this.#post('/v1/conversions', { conversions }, 200)),
    ];
    for (const send of shuffled(sends, this.#random)) {
      await send();
      if (this.#random() < 0.3) await send();
    }
    this.#unfinished.delete(id);
    this.finished.add(id);
  }

  /** Sends everything about unfinished sales again, as networks and clients do. */
  async resume(): Promise<void> {
    for (const id of [...this.#unfinished]) await this.sell(id);
  }

  /** Compares the conversions and balances in a store with what was acknowledged. */
  async compare(data: string): Promise<{ figures: Record<string, number>; violations: string[] }> {
    const stored = await readSales(data);
    const expected = [...this.finished].map(expectedOf);
    const wrong = expected.filter((sale) => !stored.has(sale));
    const unknown = stored.size - (expected.length - wrong.length);
    const violations = wrong.length + unknown > 0 ? [`sales were lost or counted twice: ${wrong.slice(0, 3)}`] : [];
    return { figures: { sales: expected.length, sales_wrong: wrong.length + unknown }, violations };
  }
}

/** Each conversion with its number of reports and the balances of its shopper. */
async function readSales(data: string): Promise<Set<string>> {
  const reports = new Map<string, number>();
  for (const id of await listFacts(
    data,
    'SELECT coalesce(c.corrects, c.id) FROM conversion_reports r JOIN conversions c ON c.id = r.conversion_id',
  ))
    reports.set(id, (reports.get(id) ?? 0) + 1);
  const balances = new Map<string, string>();
  for (const { person_no, status, sum } of await queryFacts(
    data,
    'SELECT person_no, status, sum(amount) AS sum FROM rewards GROUP BY person_no, status',
  ))
    if (Number(sum) !== 0) balances.set(String(person_no), `${balances.get(String(person_no)) ?? ''} ${status} ${sum}`);
  const rows = await queryFacts(
    data,
    'SELECT id, transaction_id, status, sale_amount, reward_amount, person_no FROM conversions WHERE corrects IS NULL',
  );
  return new Set(
    rows.map(({ id, transaction_id, status, sale_amount, reward_amount, person_no }) => {
      const counted = `${transaction_id} ${status} ${sale_amount} ${reward_amount} ${reports.get(String(id))}`;
      return `${counted}${balances.get(String(person_no)) ?? ''}`;
    }),
  );
}

function shuffled<T>(items: T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
