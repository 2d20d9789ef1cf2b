// The store port of the funnel report: counts and amounts of facts, kept per quarter of an hour, day and week.
import type { Micros } from '../product/micros.ts';
import type { PurgeBy } from './purge-by.ts';

/** Groupings, each with its own cells. Conversions without a click are in `unmatched` and nowhere else. */
export const FUNNEL_DIMENSIONS = ['total', 'program', 'merchant', 'network', 'unmatched'] as const;
type FunnelDimension = (typeof FUNNEL_DIMENSIONS)[number];

/** A conversion counts at the time of its click, or at the time of the sale. */
export const DATE_BASES = ['click', 'conversion'] as const;

/** `activity`: all but conversions. The others: conversions, by the basis of their date. */
export const FUNNEL_KINDS = ['activity', ...DATE_BASES, 'unmatched'] as const;
export type FunnelKind = (typeof FUNNEL_KINDS)[number];

export const FUNNEL_COUNTS = ['offers', 'clicks', 'unique_clicks', 'non_clicks', 'signups', 'conversions'] as const;
export const FUNNEL_AMOUNTS = ['sale_amount', 'commission', 'reward'] as const;

export type FunnelValues = Record<(typeof FUNNEL_COUNTS)[number], number> &
  Record<(typeof FUNNEL_AMOUNTS)[number], Micros>;

export const QUARTER_MS = 15 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;
/** Weeks begin on Thursdays, as time itself does. */
export const WEEK_MS = 7 * DAY_MS;

/** Widths of cells. Quarters of an hour fit every time zone; the wider a cell, the fewer a report reads. */
export const WIDTHS_MS = [QUARTER_MS, DAY_MS, WEEK_MS] as const;

/** Part of a row of the report: the cells of one width that begin in a period, whose ends are multiples of the width. */
export interface FunnelSpan {
  /** The number of the row in the report. */
  row_no: number;
  dimension: FunnelDimension;
  /** Only the cells of this program, merchant or network. Null: of all. */
  key: string | null;
  kind: FunnelKind;
  width_ms: (typeof WIDTHS_MS)[number];
  from_ms: number;
  to_ms: number;
}

export interface FunnelSums extends FunnelValues {
  row_no: number;
  dimension: FunnelDimension;
  /** The program, merchant id or network; empty for an unknown merchant, and where there is one row. */
  key: string;
  kind: FunnelKind;
  /** The reason of non-clicks, the status of conversions, or empty. */
  detail: string;
  /** Null: not known. */
  currency: string | null;
}

export interface ReportStore {
  /** Exact: includes every committed fact. Sums may be zero. */
  readFunnel(by: { spans: FunnelSpan[] }): Promise<FunnelSums[]>;
  /** Searches in each period. Their ends are multiples of a quarter of an hour. */
  countSearches(by: { periods: { from_ms: number; to_ms: number }[] }): Promise<number[]>;
  /** Adds up to `limit` of the changes that facts have logged to the cells, and returns how many. */
  foldFunnel(by: { limit: number }): Promise<number>;
  /** Cells of whole weeks. */
  purgeFunnel(by: PurgeBy): Promise<number>;
  purgeSearchCounts(by: PurgeBy): Promise<number>;
}
