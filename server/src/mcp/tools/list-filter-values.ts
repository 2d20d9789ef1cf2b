// list_filter_values: the values of a field within a search, so that filters name what exists.
import { z } from 'zod';
import { asSpelled, deepestLevel } from '../../conversations/refinement.ts';
import { searchIndex, withCriteriaSets } from '../../discovery/ranking.ts';
import type { ProductSummary } from '../../index/port.ts';
import type { StoredProduct } from '../../store/catalogue-store.ts';
import { foldText } from '../../text/fold-text.ts';
import { toIso } from '../../text/to-iso.ts';
import { convoId } from '../arguments.ts';
import type { McpDeps } from '../mcp-deps.ts';
import { decimals, UNTRUSTED } from '../product-entry.ts';
import { searchShape, toSearch } from '../search-arguments.ts';
import { plainLine, quoted } from '../shop-text.ts';
import { tool } from '../tool.ts';

const COUNTED = ['brand', 'category', 'color', 'size'] as const;
/** These are counted over the best products only. */
const SAMPLED = ['shop', 'material', 'gender', 'condition', 'availability', 'currency'] as const;
const SAMPLE = 500;
const MAX_VALUES = 50;
const VALUE_CHARS = 60;

type Counted = (typeof COUNTED)[number];
type Sampled = (typeof SAMPLED)[number];

const isCounted = (field: Counted | Sampled): field is Counted => (COUNTED as readonly string[]).includes(field);

const { criteria: _, criteria_sets: __, ...filters } = searchShape;

export const listFilterValues = tool({
  name: 'list_filter_values',
  title: 'List filter values',
  description: 'The values of a field among the products of a search, most frequent first, with the range of prices.',
  input: z.strictObject({
    field: z.enum([...COUNTED, ...SAMPLED]),
    ...filters,
    limit: z.int().min(1).max(MAX_VALUES).default(20),
    convo_id: convoId(),
  }),
  output: z.object({
    as_of: z.string(),
    product_count: z.int(),
    values: z.array(z.object({ value: z.string(), count: z.int() })),
    prices: z.array(z.object({ currency: z.string(), low: z.number(), high: z.number() })),
    is_cut: z.boolean().optional(),
  }),
  feature: 'discovery',
  run: async ({ deps, caller }, { field, limit, ...given }) => {
    const as_of = toIso(deps.clock.now_ms());
    const { query, ...search } = toSearch(given);
    const request = await withCriteriaSets(deps, { ...search, text: query });
    const { product_nos } = await searchIndex(deps, request, { signal: caller.signal });
    const summary = await deps.index.summarise(product_nos, { signal: caller.signal });
    const counts = isCounted(field)
      ? await countedValues(deps, summary, field, limit)
      : sampledValues(await deps.products.get([...product_nos.subarray(0, SAMPLE)]), field, limit);
    const prices = priceRanges(summary);
    const entries = counts.map(({ value, count }) => ({
      line: `${quoted(value, VALUE_CHARS)} ${count}`,
      data: { value: plainLine(value, VALUE_CHARS), count },
    }));
    const ranges = prices.map(
      ({ currency, low, high }) => `${currency} ${decimals(low, currency)} to ${decimals(high, currency)}`,
    );
    const isSample = !isCounted(field) && product_nos.length > SAMPLE;
    return {
      head: `${product_nos.length} products for ${quoted(query, 200)}, as of ${as_of}. ${UNTRUSTED} Values of ${field} with their number of products:`,
      entries: entries.length > 0 ? entries : [{ line: `No product states a ${field}.`, data: null }],
      foot: `${isSample ? `Counted among the best ${SAMPLE}. ` : ''}Prices: ${ranges.join(', ') || 'unknown'}.`,
      if_cut: 'Ask for fewer with limit.',
      data: (values, isCut) => ({
        ...{ as_of, product_count: product_nos.length, values: values.filter((value) => value !== null), prices },
        ...(isCut ? { is_cut: true } : {}),
      }),
    };
  },
});

async function countedValues(deps: McpDeps, summary: ProductSummary, field: Counted, limit: number) {
  const counts = field === 'category' ? deepestLevel(summary) : summary[field];
  const options = counts.slice(0, limit).map(({ value, count, product_no }) => ({ text: value, count, product_no }));
  const spelled = await asSpelled(deps, { category: field, options });
  return spelled.options.map(({ text, count }) => ({ value: text, count }));
}

function sampledValues(products: readonly StoredProduct[], field: Sampled, limit: number) {
  const counts = new Map<string, { value: string; count: number }>();
  for (const { product, merchant } of products) {
    const value = field === 'shop' ? merchant.name : product[field];
    if (!value) continue;
    const counted = counts.get(foldText(value)) ?? { value, count: 0 };
    counted.count++;
    counts.set(foldText(value), counted);
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, limit);
}

const MAX_CURRENCIES = 5;

/** Lowest and highest price by currency, the most frequent currency first. */
function priceRanges({ prices, currencies }: ProductSummary) {
  const ranges = new Map<string, { currency: string; low: number; high: number; count: number }>();
  for (const [i, price] of prices.entries()) {
    const currency = plainLine(currencies[i] ?? '', 8);
    if (Number.isNaN(price) || currency === '') continue;
    const range = ranges.get(currency) ?? { currency, low: price, high: price, count: 0 };
    range.low = Math.min(range.low, price);
    range.high = Math.max(range.high, price);
    range.count++;
    ranges.set(currency, range);
  }
  const frequent = [...ranges.values()].sort((a, b) => b.count - a.count).slice(0, MAX_CURRENCIES);
  return frequent.map(({ count: _, ...range }) => range);
}
