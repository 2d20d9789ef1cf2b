// The vocabulary of products: the values of each field and the words of names, with how many products have them.
import type { Product } from '../../product/product.ts';
import { partsOf } from '../../product/text-fields.ts';
import { wordsOf } from '../../text/analyse.ts';
import { VOCABULARY_FIELDS, type VocabularyCounts, type VocabularyField } from '../catalogue-store.ts';

/** Longer values are usually descriptions in the wrong column. */
const MAX_VALUE_CHARS = 80;

export class VocabularyCounter {
  readonly #counts = perField(() => new Map<string, number>());

  add(product: Product, merchant: string): void {
    for (const [field, values] of Object.entries(valuesOf(product, merchant))) {
      const counts = this.#counts[field as VocabularyField];
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }

  counts(): VocabularyCounts {
    return perField((field) => [...this.#counts[field]]);
  }
}

const perField = <T>(make: (field: VocabularyField) => T) =>
  Object.fromEntries(VOCABULARY_FIELDS.map((field) => [field, make(field)])) as Record<VocabularyField, T>;

/** A product counts once per value. */
function valuesOf(product: Product, merchant: string): Record<VocabularyField, Iterable<string>> {
  const one = (value: string | undefined) => (value && value.length <= MAX_VALUE_CHARS ? [value.trim()] : []);
  // Sizes and materials separate their values in the same way as colours.
  const several = (value = '') => new Set(partsOf('color', value).flatMap(one));
  const levels = product.category?.split('>').flatMap((level) => one(level.trim())) ?? [];
  return {
    brand: one(product.brand),
    merchant: one(merchant),
    color: several(product.color),
    size: several(product.size),
    material: several(product.material),
    gender: one(product.gender),
    condition: one(product.condition),
    currency: one(product.currency),
    category: new Set(levels),
    word: new Set([...wordsOf(product.name), ...levels.flatMap(wordsOf)]),
  };
}
