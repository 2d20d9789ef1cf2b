// When a merchant is summarised again, and which of its products the summary is computed from.
import { mostFrequent } from '../../text/most-frequent.ts';
import type { MerchantSample } from '../catalogue-store.ts';

/** Products sampled for a merchant's terms and their shares. */
const TERM_SAMPLE = 300;
/** Products sampled for a merchant's most frequent brands and categories. */
const VALUE_SAMPLE = 1000;
/** A merchant with more products than VALUE_SAMPLE is summarised again once this share of them has changed. */
const MIN_CHANGED_SHARE = 0.01;
/** Brands and categories in a summary. */
const MAX_VALUES = 20;

/** `changed` is the number of products that changed since the last summary. */
export const isSummaryDue = (products: number, changed: number): boolean =>
  products <= VALUE_SAMPLE || changed >= products * MIN_CHANGED_SHARE;

/**
 * A sample has the products whose number is divisible by its step: products from all of the feed, without reading the
 * others. Steps are odd, because feeds often alternate between two variants.
 */
export const sampleSteps = (products: number): { terms: number; values: number } => ({
  terms: stepOf(products, TERM_SAMPLE),
  values: stepOf(products, VALUE_SAMPLE),
});

const stepOf = (products: number, size: number): number => 2 * Math.floor(products / size / 2) + 1;

type SampledProduct = MerchantSample['products'][number];

export const toMerchantSample = (
  products: SampledProduct[],
  values: readonly Pick<SampledProduct, 'brand' | 'category'>[],
): MerchantSample => ({
  products,
  brands: topValues(values.map(({ brand }) => brand)),
  categories: topValues(values.map(({ category }) => category)),
});

/** Equally frequent values are ordered by name. */
const topValues = (values: (string | null)[]): string[] =>
  mostFrequent(values.filter((value) => value !== null).sort()).slice(0, MAX_VALUES);
