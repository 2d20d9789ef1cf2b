// Summarises what merchants sell: their most frequent categories, brands and terms.
import type { MerchantSample, MerchantSummary } from '../store/catalogue-store.ts';
import { wordsOf } from '../text/analyse.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';

const TOP = 20;
const MIN_TERM_LETTERS = 3;
const BATCH = 50;
/** Frequent in product names without saying what is sold. */
const PACKAGING_WORDS = new Set(['pack', 'set', 'per']);

/** Reads one merchant per call, so that other reads of the catalogue are served in between. */
export async function summariseMerchants({ store }: CatalogueDeps, ids: number[]): Promise<void> {
  for (let i = 0; i < ids.length; i += BATCH) {
    const summaries: MerchantSummary[] = [];
    for (const id of ids.slice(i, i + BATCH)) {
      const sample = await store.sampleMerchant({ id });
      if (!sample) continue;
      const { products, brands, categories } = sample;
      const product_terms = frequentWords(products.map(({ name }) => name));
      const words = new Set([brands, categories, product_terms].flat().flatMap(wordsOf));
      summaries.push({ id, brands, categories, product_terms, word_shares: sharesOf(words, products) });
    }
    if (summaries.length > 0) await store.saveMerchantSummaries({ summaries });
  }
}

/** Fraction of the products that have each word in their name, brand or category. */
function sharesOf(words: ReadonlySet<string>, products: MerchantSample['products']): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { name, brand, category } of products) {
    for (const word of new Set(wordsOf([name, brand, category].join(' ')))) {
      if (words.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return Object.fromEntries(Array.from(counts, ([word, count]) => [word, count / products.length]));
}

function frequentWords(names: string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) {
    const words = wordsOf(name);
    for (const [i, word] of words.entries())
      if (words.indexOf(word) === i) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const isTerm = (word: string) =>
    word.length >= MIN_TERM_LETTERS && !/\d/.test(word) && !STOP_WORDS.has(word) && !PACKAGING_WORDS.has(word);
  const byCount = [...counts].filter(([word]) => isTerm(word)).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return byCount.slice(0, TOP).map(([word]) => word);
}
