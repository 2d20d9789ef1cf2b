// Features of a product for re-ranking and de-duplication, from its record.
import { wordsOf } from '../../text/analyse.ts';
import { memoise } from '../memoise.ts';
import { analyseWord, termOf } from '../ranking/analyse-words.ts';
import type { QueryPlan } from '../ranking/plan-query.ts';
import {
  categoryNodes,
  duplicateKeyOf,
  featuresOf,
  type ProductFeatures,
  QueryTerms,
} from '../ranking/product-features.ts';
import type { WordVectors } from '../ranking/word-vectors.ts';
import type { ProductRecord } from './product-record.ts';

interface AnalysedWord {
  terms: readonly string[];
  rows: readonly number[];
}

interface Category {
  rows: readonly number[];
  nodes: readonly string[];
}

const MAX_CACHED_WORDS = 100_000;
const MAX_CACHED_VALUES = 20_000;
/** The number of a term that the query does not contain. */
const OTHER_TERM = -1;

/** Caches the analysis of words, brands and categories. An instance is valid for one table of word vectors. */
export class RecordFeatures {
  readonly #wordVectors: WordVectors | undefined;
  readonly #words = new Map<string, AnalysedWord>();
  readonly #categories = new Map<string, Category>();
  readonly #brands = new Map<string, readonly string[]>();

  constructor(wordVectors: WordVectors | undefined) {
    this.#wordVectors = wordVectors;
  }

  /** The features of records for one query. */
  forQuery(plan: QueryPlan): (record: ProductRecord) => ProductFeatures {
    const numbers = new Map<string, number>();
    const query = new QueryTerms(plan, (term) => memoise(numbers, term, Number.POSITIVE_INFINITY, () => numbers.size));
    return (record) => {
      const category = this.#categoryOf(record.category);
      const name: number[] = [];
      const rows = category.rows.slice();
      for (const word of record.name.split(' ')) {
        const analysed = this.#wordOf(word);
        for (const term of analysed.terms) name.push(numbers.get(term) ?? OTHER_TERM);
        rows.push(...analysed.rows);
      }
      const { main_terms, out_of_stock } = record;
      const brand = this.#brandOf(record.brand);
      return featuresOf({ name, main_terms, brand, rows, nodes: category.nodes, out_of_stock }, query);
    };
  }

  #wordOf(word: string): AnalysedWord {
    return memoise(this.#words, word, MAX_CACHED_WORDS, () => {
      const { terms } = analyseWord(word);
      return { terms, rows: this.#rowsOf(terms) };
    });
  }

  #categoryOf(text: string): Category {
    return memoise(this.#categories, text, MAX_CACHED_VALUES, () => ({
      rows: this.#rowsOf(wordsOf(text).map(termOf)),
      nodes: categoryNodes(text),
    }));
  }

  #brandOf(text: string): readonly string[] {
    return memoise(this.#brands, text, MAX_CACHED_VALUES, () => wordsOf(text).map(termOf));
  }

  #rowsOf(terms: readonly string[]): number[] {
    return this.#wordVectors?.rowsOf(terms) ?? [];
  }
}

/** Duplicates share a barcode, or a key of other fields. */
export const duplicateKey = ({ barcode, name, brand, color }: ProductRecord): string =>
  barcode || duplicateKeyOf(name, brand, color);
