// What searching needs of an index: changes in, ranked product numbers out. The store hydrates a page.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { ProductChange } from '../store/port.ts';

export interface IndexQuery {
  /** The words of the query, analysed, in order. The last may be the beginning of one. */
  words: string[];
  /** All must hold. */
  criteria: Criterion[];
  /** Texts whose products are left out, each as `exclude_query` is written. */
  exclude: string[];
  limit: number;
}

export interface SearchIndex {
  /** The numbers of the best products, the best first; equal ones by their number. */
  search(query: IndexQuery): Promise<Uint32Array>;
  /** Takes changes in the order of their numbers; a search that starts later sees them. */
  apply(changes: ProductChange[]): Promise<void>;
  /** How many products can be found, and how many calls wait: what /metrics shows. */
  figures(): { products: number; waiting: number };
  close(): Promise<void>;
}
