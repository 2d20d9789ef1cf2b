// Records what networks report about sales, as sent to the API.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import { type Micros, microsOfNumber, parseMicros } from '../product/micros.ts';
import type { ConversionStore, ReportAnswer, ReportWrite } from '../store/conversion-store.ts';
import { MAX_CORRECTIONS, MAX_REPORTS } from '../store/rules/transaction-tree.ts';
import type { StoreDeps } from '../store-deps.ts';
import { maskCardsAndKeys } from '../text/mask.ts';
import { readInstant } from '../text/read-instant.ts';

interface RecordDeps extends StoreDeps<ConversionStore> {
  reward_max_pct: number;
}

type Report = Input<'recordConversions'>['body']['conversions'][number];

/** Atomic: records all reports or none. */
export async function recordConversions(
  { store, clock, reward_max_pct }: RecordDeps,
  conversions: Report[],
): Promise<ReportAnswer[]> {
  const reports = conversions.map(toWrite);
  const outcome = await store.recordReports({ reports, postback: null, reward_max_pct, now_ms: clock.now_ms() });
  if ('answers' in outcome) return outcome.answers;
  const transaction = maskCardsAndKeys(reports[outcome.full]!.transaction_id);
  const numbered = `Conversion ${outcome.full} of the request (transaction ${transaction})`;
  const which = reports.length > 1 ? numbered : 'This conversion';
  const limit = `${MAX_REPORTS} reports or ${MAX_CORRECTIONS} corrections`;
  throw new AppError('conversion_full', { detail: `${which} holds its limit of ${limit}` });
}

const toWrite = (report: Report): ReportWrite => ({
  network: report.network.toLowerCase(),
  transaction_id: report.transaction_id,
  item_id: report.item_id ?? '',
  original_transaction_id: report.original_transaction_id ?? null,
  order_id: report.order_id ?? null,
  click_id: report.click_id ?? null,
  program: report.program ?? null,
  sale_amount: amountOf(report.sale_amount),
  commission: amountOf(report.commission),
  currency: report.currency?.toUpperCase() ?? null,
  status: report.status ?? null,
  is_paid: report.is_paid ?? null,
  occurred_at_ms: instantOf(report.occurred_at),
  modified_at_ms: instantOf(report.modified_at),
});

/** The contract admits only what can be read here. */
function amountOf(value: string | number | null | undefined): Micros | null {
  if (value === null || value === undefined) return null;
  return (typeof value === 'number' ? microsOfNumber(value) : parseMicros(value))!;
}

const instantOf = (value: string | null | undefined): number | null => (value ? readInstant(value)! : null);
