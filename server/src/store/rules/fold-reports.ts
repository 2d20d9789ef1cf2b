// Folds reports into the state of a transaction, and a transaction with its corrections into the state of a conversion.
// The result depends on the set of reports: their order of arrival decides only where they carry no `modified_at`.
import type { Micros } from '../../product/micros.ts';
import type { ConversionStatus, ReportContent, StoredConversion } from '../conversion-store.ts';

export interface ReceivedReport extends ReportContent {
  received_at_ms: number;
}

/** What the reports of one transaction say together. */
export interface TransactionState extends ReportContent {
  status: ConversionStatus;
  is_paid: boolean;
  occurred_at_ms: number;
}

/** Equal `modified_at`: the later stage of a sale's life decides. */
const STAGE: Record<ConversionStatus, number> = { pending: 0, approved: 1, declined: 2 };

/** Of a report that says none. */
export const DEFAULT_STATUS: ConversionStatus = 'pending';

const stageOf = ({ status }: ReceivedReport): number => STAGE[status ?? DEFAULT_STATUS];

function compareReports(a: ReceivedReport, b: ReceivedReport): number {
  const byTime = (a.modified_at_ms ?? a.received_at_ms) - (b.modified_at_ms ?? b.received_at_ms);
  if (byTime !== 0) return byTime;
  if (a.modified_at_ms === null || b.modified_at_ms === null)
    return Number(a.modified_at_ms === null) - Number(b.modified_at_ms === null);
  return stageOf(a) - stageOf(b) || (contentOf(a) < contentOf(b) ? -1 : 1);
}

/** By list of reports, to which reports are only appended. */
const sortedReports = new WeakMap<readonly ReceivedReport[], ReceivedReport[]>();

/** Oldest first. `reports` are in the order of arrival. A batch may append a thousand of them, one by one. */
function inOrder<R extends ReceivedReport>(reports: readonly R[]): readonly R[] {
  const sorted = (sortedReports.get(reports) ?? []) as R[];
  for (const report of reports.slice(sorted.length)) {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareReports(sorted[middle]!, report) > 0) high = middle;
      else low = middle + 1;
    }
    sorted.splice(low, 0, report);
  }
  sortedReports.set(reports, sorted);
  return sorted;
}

export const newestOf = <R extends ReceivedReport>(reports: readonly R[]): R | undefined => inOrder(reports).at(-1);

/** A copy of a report with a `modified_at` is a duplicate; without one, only a copy of the newest report is. */
export function isDuplicate(report: ReceivedReport, known: readonly ReceivedReport[]): boolean {
  const content = contentOf(report);
  if (report.modified_at_ms !== null) return known.some((each) => contentOf(each) === content);
  const newest = newestOf(known);
  return newest !== undefined && contentOf(newest) === content;
}

const contents = new WeakMap<ReceivedReport, string>();

function contentOf(report: ReceivedReport): string {
  const known = contents.get(report) ?? serialise(report);
  contents.set(report, known);
  return known;
}

function serialise(report: ReceivedReport): string {
  const { original_transaction_id, order_id, click_id, program, currency, status, is_paid } = report;
  const { sale_amount, commission, occurred_at_ms, modified_at_ms } = report;
  const amounts = [sale_amount, commission].map((amount) => amount?.toString() ?? null);
  const texts = [original_transaction_id, order_id, click_id, program, currency, status];
  return JSON.stringify([texts, is_paid, amounts, occurred_at_ms, modified_at_ms]);
}

/** Undefined without a report. A field that the newest report leaves out is taken from the newest one that has it. */
export function foldTransaction(reports: readonly ReceivedReport[]): TransactionState | undefined {
  const newestFirst = inOrder(reports).toReversed();
  const newest = newestFirst[0];
  if (!newest) return undefined;
  const latest = <F extends keyof ReportContent>(field: F): ReportContent[F] | null =>
    newestFirst.find((report) => report[field] !== null)?.[field] ?? null;
  return {
    original_transaction_id: latest('original_transaction_id'),
    order_id: latest('order_id'),
    click_id: latest('click_id'),
    program: latest('program'),
    sale_amount: latest('sale_amount'),
    commission: latest('commission'),
    currency: latest('currency'),
    status: latest('status') ?? DEFAULT_STATUS,
    is_paid: latest('is_paid') ?? false,
    occurred_at_ms: latest('occurred_at_ms') ?? Math.min(...reports.map(({ received_at_ms }) => received_at_ms)),
    modified_at_ms: newest.modified_at_ms,
  };
}

export type FoldedConversion = Pick<
  StoredConversion,
  'order_id' | 'status' | 'is_paid' | 'sale_amount' | 'commission' | 'currency' | 'occurred_at_ms' | 'click_id'
> & { program: string | null };

/**
 * Without its own transaction (`own`), corrections wait and nothing is known yet. If no report names a currency, it is
 * the default one.
 */
export function foldConversion(
  own: TransactionState | undefined,
  corrections: readonly TransactionState[],
  defaultCurrency: string | null,
): FoldedConversion {
  if (!own) return UNREPORTED;
  const { order_id, is_paid, occurred_at_ms, click_id, program } = own;
  const currency = own.currency ?? defaultCurrency;
  const counted = [own, ...corrections.filter((each) => isCounted(each, currency))];
  const status = isReversed(counted) ? 'declined' : own.status;
  const [sale_amount, commission] = [sumOf(counted, 'sale_amount'), sumOf(counted, 'commission')];
  return { order_id, status, is_paid, sale_amount, commission, currency, occurred_at_ms, click_id, program };
}

const UNREPORTED: FoldedConversion = {
  order_id: null,
  status: 'pending',
  is_paid: false,
  sale_amount: null,
  commission: null,
  currency: null,
  occurred_at_ms: null,
  click_id: null,
  program: null,
};

/** Currencies are never added together. A correction without a currency is in that of its original. */
const isCounted = (correction: TransactionState, currency: string | null): boolean =>
  correction.currency === null || correction.currency === currency;

/** Whether corrections reduce the sale to zero or less. Without a sale amount, the commission decides. */
function isReversed(counted: readonly TransactionState[]): boolean {
  if (counted.length === 1) return false;
  const decisive = (['sale_amount', 'commission'] as const).find((field) => counted.some((each) => each[field]));
  return decisive !== undefined && sumOf(counted, decisive)! <= 0n;
}

function sumOf(counted: readonly TransactionState[], field: 'sale_amount' | 'commission'): Micros | null {
  const amounts = counted.flatMap((each) => each[field] ?? []);
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount);
}
