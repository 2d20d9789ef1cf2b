// Features of a product for re-ranking and de-duplication, from what an engine stores about it.
import { valuesOf } from '../../product/text-fields.ts';
import type { QueryPlan } from './plan-query.ts';

export interface ProductFeatures {
  /** Share of the query that the name covers before "for" or "with". */
  main_part: number;
  /** Number of terms in the name. */
  name_length: number;
  /** The name consists of the terms of the query, in order. */
  is_exact_name: boolean;
  /** Word-vector rows of the name and the category. */
  rows: readonly number[];
  /** Prefixes of the category path, from the root. */
  nodes: readonly string[];
  is_brand_named: boolean;
  out_of_stock: boolean;
}

/** Terms of a name by number, in order. The engine assigns the numbers. */
export interface NameTerms {
  readonly length: number;
  at(i: number): number | undefined;
}

export interface StoredProduct extends Pick<ProductFeatures, 'rows' | 'nodes' | 'out_of_stock'> {
  name: NameTerms;
  /** Number of name terms before "for" or "with" (`endsMainPart`). */
  main_terms: number;
  /** Terms of the brand. */
  brand: readonly string[];
}

export const featuresOf = (product: StoredProduct, query: QueryTerms): ProductFeatures => ({
  main_part: query.coverage(product.name, product.main_terms),
  name_length: product.name.length,
  is_exact_name: query.isName(product.name),
  rows: product.rows,
  nodes: product.nodes,
  is_brand_named: query.namesBrand(product.brand),
  out_of_stock: product.out_of_stock,
});

/** Prefixes of a category path, from the root. */
export function categoryNodes(category: string): string[] {
  const levels = category
    .split('>')
    .map((level) => level.trim())
    .filter(Boolean);
  return levels.map((_, i) => levels.slice(0, i + 1).join('>'));
}

/** Duplicates without a barcode share the folded name, brand and colour. */
export const duplicateKeyOf = (name: string, brand: string, color: string): string =>
  JSON.stringify([name, brand, valuesOf('color', color)]);

/** The terms of a query, by the numbers of an engine. */
export class QueryTerms {
  readonly #slots: readonly { numbers: ReadonlySet<number>; idf: number }[];
  /** The numbers of all slots. Most terms of a name are in none. */
  readonly #numbers = new Set<number>();
  readonly #totalIdf: number;
  readonly #terms = new Set<string>();
  /** Undefined if no name can be equal. */
  readonly #name: readonly number[] | undefined;

  /** `numberOf` returns undefined for terms that no name has. */
  constructor({ slots, name }: QueryPlan, numberOf: (term: string) => number | undefined) {
    const numbers = name.flatMap((term) => numberOf(term) ?? []);
    this.#name = name.length > 0 && numbers.length === name.length ? numbers : undefined;
    this.#slots = slots
      .filter(({ isOptional }) => !isOptional)
      .map(({ alternatives }) => {
        const terms = alternatives.flatMap(({ terms: [term, ...others] }) => (others.length === 0 ? [term!] : []));
        for (const term of terms) this.#terms.add(term);
        const numbers = terms.flatMap((term) => numberOf(term) ?? []);
        for (const number of numbers) this.#numbers.add(number);
        return { numbers: new Set(numbers), idf: alternatives[0]?.factor ?? 0 };
      });
    this.#totalIdf = this.#slots.reduce((sum, { idf }) => sum + idf, 0);
  }

  isName(name: NameTerms): boolean {
    return this.#name?.length === name.length && this.#name.every((term, i) => name.at(i) === term);
  }

  /** Whether the query contains all terms of a brand. */
  namesBrand(brand: readonly string[]): boolean {
    return brand.length > 0 && brand.every((term) => this.#terms.has(term));
  }

  /** Share of the query's weight that the first `main_terms` terms of a name cover. */
  coverage(name: NameTerms, main_terms: number): number {
    const end = Math.min(main_terms, name.length);
    const matched: number[] = [];
    for (let i = 0; i < end; i++) if (this.#numbers.has(name.at(i)!)) matched.push(name.at(i)!);
    let covered = 0;
    for (const { numbers, idf } of this.#slots) {
      for (let i = 0; i < matched.length; i++) {
        if (!numbers.has(matched[i]!)) continue;
        covered += idf;
        break;
      }
    }
    return this.#totalIdf > 0 ? covered / this.#totalIdf : 0;
  }
}
