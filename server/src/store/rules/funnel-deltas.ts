// What facts change in the cells of the funnel report. A delta names its cell in every grouping that counts it.
import type { ConversionStatus } from '../conversion-store.ts';
import {
  DATE_BASES,
  FUNNEL_AMOUNTS,
  FUNNEL_COUNTS,
  FUNNEL_DIMENSIONS,
  FUNNEL_KINDS,
  type FunnelKind,
  type FunnelValues,
  QUARTER_MS,
  WEEK_MS,
  WIDTHS_MS,
} from '../report-store.ts';
import type { ConversionState } from './conversion-state.ts';

interface FunnelCell {
  /** The start of a quarter of an hour. */
  at_ms: number;
  /** Null in these three: not counted in this grouping. */
  program: string | null;
  /** Empty: not known. */
  merchant: string | null;
  network: string | null;
  kind: FunnelKind;
  /** The reason of non-clicks, the status of conversions, or empty. */
  detail: string;
  /** Empty: not known. */
  currency: string;
}

export type FunnelDelta = FunnelCell & FunnelValues;

const ZERO: FunnelValues = {
  ...{ offers: 0, clicks: 0, unique_clicks: 0, non_clicks: 0, signups: 0, conversions: 0 },
  ...{ sale_amount: 0n, commission: 0n, reward: 0n },
};

/** The start of the week. Counts are purged by whole weeks, so that those of all widths agree. */
export const weekOf = (at_ms: number): number => Math.floor(at_ms / WEEK_MS) * WEEK_MS;

/** Dimension, width and kind of all cells, whose times are in order. */
export const FUNNEL_SERIES = FUNNEL_DIMENSIONS.flatMap((dimension) =>
  FUNNEL_KINDS.filter((kind) => (kind === 'unmatched') === (dimension === 'unmatched')).flatMap((kind) =>
    WIDTHS_MS.map((width_ms) => [dimension, width_ms, kind] as const),
  ),
);

/** The start of the quarter of an hour. */
export const quarterOf = (at_ms: number): number => Math.floor(at_ms / QUARTER_MS) * QUARTER_MS;

const activity = (at_ms: number, where: Partial<FunnelCell>, values: Partial<FunnelValues>): FunnelDelta => ({
  ...{ at_ms: quarterOf(at_ms), program: null, merchant: null, network: null, kind: 'activity' as const },
  ...{ detail: '', currency: '' },
  ...where,
  ...ZERO,
  ...values,
});

/** The key of a merchant. */
const merchantKey = (merchant_id: number | null): string => (merchant_id === null ? '' : String(merchant_id));

interface Attributed {
  program: string;
  merchant_id: number | null;
}

export const offerDelta = ({ program, merchant_id }: Attributed, created_at_ms: number): FunnelDelta =>
  activity(created_at_ms, { program, merchant: merchantKey(merchant_id) }, { offers: 1 });

export interface CountedClick extends Attributed {
  click_at_ms: number;
  is_unique: boolean;
}

export const clickDelta = ({ program, merchant_id, click_at_ms, is_unique }: CountedClick): FunnelDelta =>
  activity(
    click_at_ms,
    { program, merchant: merchantKey(merchant_id) },
    { clicks: 1, unique_clicks: Number(is_unique) },
  );

/** Bounds what the registration of one offer changes. */
export const MAX_MOVED_CLICKS = 1000;

/** The offer of a click that had none was registered. */
export const clickMoved = (click: CountedClick, merchant_id: number | null): FunnelDelta[] => [
  negative(clickDelta(click)),
  clickDelta({ ...click, merchant_id }),
];

export const nonClickDelta = (
  { program, merchant_id }: Attributed,
  reason: string,
  received_at_ms: number,
): FunnelDelta =>
  activity(received_at_ms, { program, merchant: merchantKey(merchant_id), detail: reason }, { non_clicks: 1 });

export const signupDelta = (program: string, signed_at_ms: number): FunnelDelta =>
  activity(signed_at_ms, { program }, { signups: 1 });

/** What a change of a conversion's state changes: the old state is taken off, and the new one put on. */
export const conversionDeltas = (
  network: string,
  before: ConversionState | null,
  after: ConversionState | null,
): FunnelDelta[] => [...stateDeltas(network, before).map(negative), ...stateDeltas(network, after)];

function stateDeltas(network: string, state: ConversionState | null): FunnelDelta[] {
  // Only corrections of it have arrived.
  if (!state || state.occurred_at_ms === null) return [];
  const { match, occurred_at_ms } = state;
  if (!match) return amountDeltas(activity(occurred_at_ms, { kind: 'unmatched' }, {}), state);
  const merchant = merchantKey(match.offer?.merchant_id ?? null);
  return DATE_BASES.flatMap((kind) =>
    amountDeltas(
      activity(
        kind === 'click' ? match.click_at_ms : occurred_at_ms,
        { program: match.program, merchant, network, kind },
        {},
      ),
      state,
    ),
  );
}

/** The reward is in its own currency, which may be another one. */
function amountDeltas(
  cell: FunnelDelta,
  { status, currency, sale_amount, commission, reward }: Amounts,
): FunnelDelta[] {
  const sale = {
    ...{ ...cell, detail: status, currency: currency ?? '', conversions: 1 },
    ...{ sale_amount: sale_amount ?? 0n, commission: commission ?? 0n },
  };
  if (!reward?.amount) return [sale];
  const rewarded = { ...cell, detail: status, currency: reward.currency ?? '', reward: reward.amount };
  return [sale, rewarded];
}

type Amounts = Pick<ConversionState, 'currency' | 'sale_amount' | 'commission' | 'reward'> & {
  status: ConversionStatus;
};

export const takenOff = (deltas: readonly FunnelDelta[]): FunnelDelta[] => deltas.map(negative);

function negative(delta: FunnelDelta): FunnelDelta {
  const negated = { ...delta };
  for (const column of FUNNEL_COUNTS) negated[column] = 0 - delta[column];
  for (const column of FUNNEL_AMOUNTS) negated[column] = -delta[column];
  return negated;
}

/** One delta per cell, without those that change nothing. */
export function sumDeltas(deltas: readonly FunnelDelta[]): FunnelDelta[] {
  const sums = new Map<string, FunnelDelta>();
  for (const delta of deltas) {
    const key = keyOf(delta);
    const sum = sums.get(key);
    if (!sum) sums.set(key, { ...delta });
    else {
      for (const column of FUNNEL_COUNTS) sum[column] += delta[column];
      for (const column of FUNNEL_AMOUNTS) sum[column] += delta[column];
    }
  }
  return [...sums.values()].filter(isChange);
}

const keyOf = ({ at_ms, program, merchant, network, kind, detail, currency }: FunnelCell): string =>
  JSON.stringify([at_ms, program, merchant, network, kind, detail, currency]);

const isChange = (delta: FunnelDelta): boolean =>
  FUNNEL_COUNTS.some((column) => delta[column] !== 0) || FUNNEL_AMOUNTS.some((column) => delta[column] !== 0n);
