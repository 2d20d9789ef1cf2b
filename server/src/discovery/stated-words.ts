// Finds products that state an excluded word or phrase. Those that only deny it ("no small parts") stay.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Product } from '../product/product.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { mentionOf } from '../text/mentions.ts';
import { headsOf } from '../vocabulary/category-heads.ts';

const BATCH = 100;
export const MAX_VALUE_CHARS = 900;

/** Holds for all products that may state one of the phrases, and for others. */
export const mentionCriterion = (phrases: readonly string[]): Criterion => ({
  field: 'any',
  operator: 'like',
  value: joinedValues(phrases.map(spellingsOf)),
});

/** Per product that states one of the phrases: which ones. */
export async function productsStating(
  { store }: { store: CatalogueStore },
  phrases: readonly string[],
  product_nos: readonly number[],
): Promise<Map<number, string[]>> {
  const stating = new Map<number, string[]>();
  for (let from = 0; phrases.length > 0 && from < product_nos.length; from += BATCH) {
    const products = await store.getProducts({ product_nos: product_nos.slice(from, from + BATCH) });
    for (const { product_no, product } of products) {
      const texts = textsOf(product);
      const stated = phrases.filter((phrase) => texts.some((text) => mentionOf(text, [phrase]) === 'stated'));
      if (stated.length > 0) stating.set(product_no, stated);
    }
  }
  return stating;
}

/** A category of several kinds, such as "Sweaters & Hoodies", does not say which of them a product is. */
function textsOf({ name, brand = '', material = '', category = '', description = '' }: Product): string[] {
  return [name, brand, material, description, ...category.split('>').filter((level) => headsOf(level).length < 2)];
}

/** As many of the values as fit into a criterion. */
export function joinedValues(values: string[]): string {
  let text = '';
  for (const value of values) {
    if (text.length + value.length > MAX_VALUE_CHARS) break;
    text += (text && '||') + value;
  }
  return text;
}

/** The stem "hoody" is not a substring of "hoodie". */
export const spellingsOf = (phrase: string): string =>
  joinedValues([
    ...new Set([stem, (word: string) => word.replace(/s$/, '')].map((form) => wordsOf(phrase).map(form).join(' '))),
  ]);
