// A sale after a click, and what its network reports about it over the days that follow.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { DAY_MS } from '../../store/report-store.ts';
import { toIso } from '../../text/to-iso.ts';
import { merchants } from '../merchants.ts';
import { hash, Random } from '../random.ts';

export interface Sold {
  click_id: string;
  click_at_ms: number;
  merchant_id: string;
  price: number;
  currency: string;
}

export interface DueReport {
  received_at_ms: number;
  report: Report;
}

type Report = Input<'recordConversions'>['body']['conversions'][number];

/** Networks send their reports every morning, and know a sale the day after. */
const REPORT_TIME_MS = 6 * 3_600_000;
const SHARE_UNMATCHED = 0.03;
const PREFIX = 'demo-';

export const isDemoTransaction = (transaction_id: unknown): boolean =>
  typeof transaction_id === 'string' && transaction_id.startsWith(PREFIX);

const networkOf = new Map(merchants.map(({ id, network }) => [id, network]));
export const NETWORKS: readonly string[] = [...new Set(networkOf.values())];

const morningAfter = (at_ms: number, days: number) => (Math.floor(at_ms / DAY_MS) + days) * DAY_MS + REPORT_TIME_MS;

/** Empty if the merchant is not of the demo. */
export function reportsOf({ click_id, click_at_ms, merchant_id, price, currency }: Sold): DueReport[] {
  const network = networkOf.get(merchant_id);
  if (!network) return [];
  const random = new Random(`sale of ${click_id}`);
  const sold_at_ms = click_at_ms + random.between(4, 90) * 60_000;
  const quantity = random.chance(0.85) ? 1 : 2;
  const share = random.between(4, 12) / 100;
  const transaction_id = `${PREFIX}${hash(click_id).toString(36)}`;
  const due = (days: number, report: Partial<Report>): DueReport => ({
    received_at_ms: morningAfter(sold_at_ms, days),
    report: { network, transaction_id, currency, ...report },
  });
  const amounts = (count: number) => ({
    sale_amount: (price * count).toFixed(2),
    commission: (price * count * share).toFixed(2),
  });
  const first = due(1, {
    click_id: random.chance(SHARE_UNMATCHED) ? `lost-${transaction_id}` : click_id,
    order_id: `${PREFIX}order-${hash(transaction_id).toString(36)}`,
    occurred_at: toIso(sold_at_ms),
    ...amounts(quantity),
  });
  const decided = random.between(4, 12);
  const fate = random.next();
  if (fate < 0.15) return [first, due(decided, { status: 'declined' })];
  if (fate > 0.93) return [first];
  const approved = due(decided, { status: 'approved' });
  if (fate > 0.85 && quantity > 1) return [first, approved, correctionOf(approved, amounts(-1))];
  if (fate > 0.8) return [first, approved, correctionOf(approved, amounts(-0.25))];
  if (fate < 0.5) return [first, approved, due(decided + 7, { status: 'approved', is_paid: true })];
  return [first, approved];
}

/** A part of the order was sent back two days later. */
function correctionOf({ received_at_ms, report }: DueReport, amounts: Partial<Report>): DueReport {
  const { network, transaction_id, currency } = report;
  const ids = { transaction_id: `${transaction_id}-r`, original_transaction_id: transaction_id };
  return { received_at_ms: received_at_ms + 2 * DAY_MS, report: { network, currency, ...ids, ...amounts } };
}
