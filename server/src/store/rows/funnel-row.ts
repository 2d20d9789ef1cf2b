// Cells and deltas of the funnel report as rows. Amounts are stored as units and millionths, because the sum of a few
// large ones exceeds a 64-bit integer of millionths.
import { flag, number, numberOrNull, oneOf, type Row, text } from '../columns.ts';
import { FUNNEL_COUNTS, FUNNEL_DIMENSIONS, FUNNEL_KINDS, type FunnelSums } from '../report-store.ts';
import type { CountedClick, FunnelDelta } from '../rules/funnel-deltas.ts';

/** Millionths in a unit. */
const UNIT = 1_000_000n;

const PART_COLUMNS = [
  'sale_units',
  'sale_micros',
  'commission_units',
  'commission_micros',
  'reward_units',
  'reward_micros',
] as const;
export const VALUE_COLUMNS = [...FUNNEL_COUNTS, ...PART_COLUMNS] as const;
export const DELTA_COLUMNS = [
  ...(['at_ms', 'program', 'merchant', 'network', 'kind', 'detail', 'currency'] as const),
  ...VALUE_COLUMNS,
] as const;
/** In the order of the primary key, without the values. */
export const CELL_KEY = ['dimension', 'width_ms', 'kind', 'at_ms', 'key', 'detail', 'currency'] as const;

/** SQL: the key of a delta (`of`) in a grouping; NULL if it does not count there. */
export const keyInDimension = (of: string, dimension: string): string => `CASE ${dimension}
  WHEN 'total' THEN CASE WHEN ${of}.kind <> 'unmatched' THEN '' END
  WHEN 'unmatched' THEN CASE WHEN ${of}.kind = 'unmatched' THEN '' END
  WHEN 'program' THEN ${of}.program WHEN 'merchant' THEN ${of}.merchant WHEN 'network' THEN ${of}.network END`;

/** SQL: select list of the sums of all values. */
export const SUMS = VALUE_COLUMNS.map((column) => `sum(${column}) AS ${column}`).join(', ');

/** SQL: the same for a report. The parts of amounts are texts, because they may exceed the safe integers. */
export const sumsOf = (toInteger: (sum: string) => string, toText: (sum: string) => string): string =>
  [
    ...FUNNEL_COUNTS.map((column) => `${toInteger(`sum(${column})`)} AS ${column}`),
    ...PART_COLUMNS.map((column) => `${toText(`sum(${column})`)} AS ${column}`),
  ].join(', ');

type Value = string | number | null;

/** A column per value of a delta, for inserts. */
export const deltaValues = ({
  sale_amount,
  commission,
  reward,
  ...delta
}: FunnelDelta): Record<(typeof DELTA_COLUMNS)[number], Value> => ({
  ...delta,
  sale_units: Number(sale_amount / UNIT),
  sale_micros: Number(sale_amount % UNIT),
  commission_units: Number(commission / UNIT),
  commission_micros: Number(commission % UNIT),
  reward_units: Number(reward / UNIT),
  reward_micros: Number(reward % UNIT),
});

export const toCountedClick = (row: Row): CountedClick => ({
  program: text(row, 'program'),
  merchant_id: numberOrNull(row, 'merchant_id'),
  click_at_ms: number(row, 'click_at_ms'),
  is_unique: flag(row, 'is_unique'),
});

export function toFunnelSums(row: Row): FunnelSums {
  const amount = (name: string) => BigInt(text(row, `${name}_units`)) * UNIT + BigInt(text(row, `${name}_micros`));
  const currency = text(row, 'currency');
  return {
    row_no: number(row, 'row_no'),
    dimension: oneOf(row, 'dimension', FUNNEL_DIMENSIONS),
    key: text(row, 'key'),
    kind: oneOf(row, 'kind', FUNNEL_KINDS),
    detail: text(row, 'detail'),
    currency: currency === '' ? null : currency,
    offers: number(row, 'offers'),
    clicks: number(row, 'clicks'),
    unique_clicks: number(row, 'unique_clicks'),
    non_clicks: number(row, 'non_clicks'),
    signups: number(row, 'signups'),
    conversions: number(row, 'conversions'),
    sale_amount: amount('sale'),
    commission: amount('commission'),
    reward: amount('reward'),
  };
}
