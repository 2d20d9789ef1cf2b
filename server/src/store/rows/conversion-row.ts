// Transactions of networks and their reports as rows. Engines select amounts as texts, because they may exceed the safe
// integers.
import { flag, number, numberOrNull, oneOf, type Row, text, textOrNull } from '../columns.ts';
import {
  CONVERSION_STATUSES,
  type ConversionMatch,
  type HistoryEntry,
  NO_REWARD_REASONS,
  type OfferPromise,
  type Reward,
  type RewardEntry,
  type StoredConversion,
  UNMATCHED_REASONS,
} from '../conversion-store.ts';
import type { NewReport } from '../rules/conversion-plan.ts';
import type { Account, AppliedReport, ConversionState, Transaction } from '../rules/conversion-state.ts';
import { DEFAULT_STATUS } from '../rules/fold-reports.ts';
import type { FoundClick } from '../rules/match-conversion.ts';

/** Columns of amounts and percentages, in millionths. */
const MICROS = ['sale_amount', 'commission', 'offer_value', 'rebate_pct', 'reward_amount'];

/** Select list of some columns, in which `toText` makes amounts texts. */
export const selectList = (columns: readonly string[], toText: (column: string) => string): string =>
  columns.map((column) => (MICROS.includes(column) ? `${toText(column)} AS ${column}` : column)).join(', ');

export const CONVERSION_COLUMNS = [
  'id',
  'account_no',
  'transaction_id',
  'item_id',
  'corrects',
  'order_id',
  'status',
  'is_paid',
  'sale_amount',
  'commission',
  'currency',
  'occurred_at_ms',
  'click_id',
  'unmatched_reason',
  'matched_as',
  'click_no',
  'matched_click_id',
  'click_at_ms',
  'program',
  'person_no',
  'convo_id',
  'presentation_id',
  'offer_id',
  'merchant_id',
  'offer_value',
  'offer_currency',
  'rebate_pct',
  'reward_amount',
  'reward_currency',
  'reward_reason',
  'changed_at_ms',
] as const;

export const REPORT_COLUMNS = [
  'conversion_id',
  'original_transaction_id',
  'order_id',
  'click_id',
  'program',
  'sale_amount',
  'commission',
  'currency',
  'status',
  'is_paid',
  'occurred_at_ms',
  'modified_at_ms',
  'received_at_ms',
  'is_applied',
] as const;

type Value = string | number | boolean | null;

/** A column per value of a transaction, for inserts and updates. Amounts are texts. */
export function conversionValues(
  transaction: Transaction,
  now_ms: number,
): Record<(typeof CONVERSION_COLUMNS)[number], Value> {
  const { id, account, transaction_id, item_id, corrects, state } = transaction;
  const { match = null, reward = null } = state ?? {};
  const offer = match?.offer ?? null;
  return {
    id,
    account_no: account.account_no,
    transaction_id,
    item_id,
    corrects,
    order_id: state?.order_id ?? null,
    status: state?.status ?? null,
    is_paid: state?.is_paid ?? false,
    sale_amount: state?.sale_amount?.toString() ?? null,
    commission: state?.commission?.toString() ?? null,
    currency: state?.currency ?? null,
    occurred_at_ms: state?.occurred_at_ms ?? null,
    click_id: state?.click_id ?? null,
    unmatched_reason: state?.unmatched_reason ?? null,
    matched_as: state?.matched_as ?? null,
    click_no: match?.click_no ?? null,
    matched_click_id: match?.click_id ?? null,
    click_at_ms: match?.click_at_ms ?? null,
    program: match?.program ?? null,
    person_no: match?.person_no ?? null,
    convo_id: match?.convo_id ?? null,
    presentation_id: match?.presentation_id ?? null,
    offer_id: offer?.offer_id ?? null,
    merchant_id: offer?.merchant_id ?? null,
    offer_value: offer?.value?.toString() ?? null,
    offer_currency: offer?.currency ?? null,
    rebate_pct: offer?.rebate_pct?.toString() ?? null,
    reward_amount: reward?.amount?.toString() ?? null,
    reward_currency: reward?.currency ?? null,
    reward_reason: reward?.reason ?? null,
    changed_at_ms: now_ms,
  };
}

/** The row has the account as `account_no`, `network` and `default_currency`. */
export const toTransaction = (row: Row, reports: AppliedReport[]): Transaction => ({
  id: number(row, 'id'),
  account: toAccount(row),
  transaction_id: text(row, 'transaction_id'),
  item_id: text(row, 'item_id'),
  corrects: numberOrNull(row, 'corrects'),
  reports,
  state: row.status === null ? null : toState(row),
});

export const toAccount = (row: Row): Account => ({
  account_no: number(row, 'account_no'),
  name: text(row, 'network'),
  currency: textOrNull(row, 'default_currency'),
});

const toState = (row: Row): ConversionState => ({
  order_id: textOrNull(row, 'order_id'),
  status: oneOf(row, 'status', CONVERSION_STATUSES),
  is_paid: flag(row, 'is_paid'),
  sale_amount: microsOrNull(row, 'sale_amount'),
  commission: microsOrNull(row, 'commission'),
  currency: textOrNull(row, 'currency'),
  occurred_at_ms: numberOrNull(row, 'occurred_at_ms'),
  click_id: textOrNull(row, 'click_id'),
  match: row.click_no === null ? null : toMatch(row),
  unmatched_reason: row.unmatched_reason === null ? null : oneOf(row, 'unmatched_reason', UNMATCHED_REASONS),
  matched_as: textOrNull(row, 'matched_as'),
  reward: row.click_no === null ? null : toReward(row),
});

const toMatch = (row: Row): ConversionMatch => ({
  click_no: number(row, 'click_no'),
  click_id: text(row, 'matched_click_id'),
  // Null if a version before this column has matched it.
  click_at_ms: numberOrNull(row, 'click_at_ms') ?? numberOrNull(row, 'occurred_at_ms') ?? 0,
  program: text(row, 'program'),
  person_no: numberOrNull(row, 'person_no'),
  convo_id: text(row, 'convo_id'),
  presentation_id: text(row, 'presentation_id'),
  offer: row.offer_id === null ? null : toPromise(row),
});

const toPromise = (row: Row): OfferPromise => ({
  offer_id: number(row, 'offer_id'),
  merchant_id: numberOrNull(row, 'merchant_id'),
  value: microsOrNull(row, 'offer_value'),
  currency: textOrNull(row, 'offer_currency'),
  rebate_pct: microsOrNull(row, 'rebate_pct'),
});

const toReward = (row: Row): Reward => ({
  amount: microsOrNull(row, 'reward_amount'),
  currency: textOrNull(row, 'reward_currency'),
  reason: row.reward_reason === null ? null : oneOf(row, 'reward_reason', NO_REWARD_REASONS),
});

export function toConversion(row: Row): StoredConversion {
  const { matched_as: _, ...state } = toState(row);
  return {
    id: number(row, 'id'),
    network: text(row, 'network'),
    transaction_id: text(row, 'transaction_id'),
    item_id: text(row, 'item_id'),
    ...state,
    changed_at_ms: number(row, 'changed_at_ms'),
  };
}

/** A column per value of a report, for inserts. */
export const reportValues = ({
  id,
  sale_amount,
  commission,
  ...report
}: NewReport): Record<(typeof REPORT_COLUMNS)[number], Value> => ({
  conversion_id: id,
  original_transaction_id: report.original_transaction_id,
  order_id: report.order_id,
  click_id: report.click_id,
  program: report.program,
  sale_amount: sale_amount?.toString() ?? null,
  commission: commission?.toString() ?? null,
  currency: report.currency,
  status: report.status,
  is_paid: report.is_paid,
  occurred_at_ms: report.occurred_at_ms,
  modified_at_ms: report.modified_at_ms,
  received_at_ms: report.received_at_ms,
  is_applied: report.is_applied,
});

export const toReport = (row: Row): AppliedReport => ({
  original_transaction_id: textOrNull(row, 'original_transaction_id'),
  order_id: textOrNull(row, 'order_id'),
  click_id: textOrNull(row, 'click_id'),
  program: textOrNull(row, 'program'),
  sale_amount: microsOrNull(row, 'sale_amount'),
  commission: microsOrNull(row, 'commission'),
  currency: textOrNull(row, 'currency'),
  status: row.status === null ? null : oneOf(row, 'status', CONVERSION_STATUSES),
  is_paid: row.is_paid === null ? null : flag(row, 'is_paid'),
  occurred_at_ms: numberOrNull(row, 'occurred_at_ms'),
  modified_at_ms: numberOrNull(row, 'modified_at_ms'),
  received_at_ms: number(row, 'received_at_ms'),
  is_applied: flag(row, 'is_applied'),
});

/** Corrections are applied when their original is reported, unless they are in another currency. */
export function historyOf(
  reports: readonly AppliedReport[],
  { isReported, currency }: { isReported: boolean; currency: string | null },
): HistoryEntry[] {
  const isCounted = (report: AppliedReport) =>
    report.original_transaction_id === null || report.currency === null || report.currency === currency;
  return reports.map((report) => ({
    received_at_ms: report.received_at_ms,
    modified_at_ms: report.modified_at_ms,
    status: report.status ?? DEFAULT_STATUS,
    sale_amount: report.sale_amount,
    commission: report.commission,
    currency: report.currency,
    is_applied: report.is_applied && isReported && isCounted(report),
  }));
}

export const toFoundClick = (row: Row): FoundClick => ({
  click_no: number(row, 'click_no'),
  click_id: text(row, 'click_id'),
  click_at_ms: number(row, 'click_at_ms'),
  program: text(row, 'program'),
  person_no: numberOrNull(row, 'person_no'),
  convo_id: text(row, 'convo_id'),
  presentation_id: text(row, 'presentation_id'),
});

export const toRewardEntry = (row: Row): RewardEntry => ({
  no: number(row, 'no'),
  conversion_id: number(row, 'conversion_id'),
  program: text(row, 'program'),
  email: textOrNull(row, 'email'),
  status: oneOf(row, 'status', CONVERSION_STATUSES),
  amount: BigInt(text(row, 'amount')),
  currency: text(row, 'currency'),
  changed_at_ms: number(row, 'changed_at_ms'),
});

const microsOrNull = (row: Row, column: string): bigint | null => {
  const value = textOrNull(row, column);
  return value === null ? null : BigInt(value);
};
