// The interface of the compared engines: the same products, tokens, filters and top-k for each.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { ProductChange } from '../../server/src/store/packed-changes.ts';
import { stem, wordsOf } from '../../server/src/text/analyse.ts';
import type { GeneratedSearch } from '../generate-catalogue.ts';

/** A product as the peers index it. */
export interface PeerProduct {
  /** From 1, in the order of the catalogue. */
  product_no: number;
  /** The tokens of our index, separated by spaces, so that no peer has to run its own analyser. */
  text: string;
  brand: string;
  merchant_id: number;
  /** Top level of the category, which the searches filter by. */
  department: string;
  /** In ten-thousandths of the currency unit, as in our index. */
  final_price: number;
  on_sale: boolean;
  in_stock: boolean;
}

/** A filter on a column of `PeerProduct`. */
export type PeerFilter = {
  [C in 'brand' | 'merchant_id' | 'department' | 'final_price' | 'on_sale' | 'in_stock']: {
    column: C;
    operator: '=' | '<=';
    value: PeerProduct[C];
  };
}[keyof Omit<PeerProduct, 'product_no' | 'text'>];

export interface BenchQuery {
  generated: GeneratedSearch;
  /** Alternatives (OR). Peers get misspelt words corrected; our index corrects them itself. */
  tokens: string[];
  filters: PeerFilter[];
}

/** The products in batches, in the shape an engine needs. */
export interface BenchCatalogue {
  products(): Iterable<PeerProduct[]>;
  changes(): Iterable<ProductChange[]>;
  lines(): Iterable<string[]>;
}

/** The exports of an engine's file in this folder. */
export interface EngineModule {
  /**
   * Builds the index in an empty folder, so that another process can open it. May return the milliseconds it spent on
   * waiting for background work that had already ended.
   */
  build(folder: string, catalogue: BenchCatalogue): void | Promise<void> | Promise<number>;
  /** Opens the built index. `threads` is the number of search threads of an engine that has its own. */
  open(folder: string, threads: number): Engine | Promise<Engine>;
  /**
   * How to use all cores: `threads` opens the engine in several worker threads, because a search blocks its thread;
   * `calls` opens it once and runs several searches concurrently.
   */
  parallel: 'threads' | 'calls';
  /** For an engine outside this process and folder. */
  server?: {
    bytesOnDisk(): Promise<number>;
    /** Memory of its process; null if unknown. */
    residentBytes(): Promise<number | null>;
    /** Deletes the built index. */
    discard(): Promise<void>;
  };
}

export interface Engine {
  /** Product numbers, best first. */
  search(query: BenchQuery, limit: number): ArrayLike<number> | Promise<ArrayLike<number>>;
  /** Warms the engine up as an operator would; not counted as reopening. */
  warm?(): void | Promise<void>;
  close(): void | Promise<void>;
}

export function benchQueryOf(generated: GeneratedSearch): BenchQuery {
  const tokens = [...new Set(wordsOf(generated.meant).map(stem))];
  return { generated, tokens, filters: generated.criteria.map(filterOf) };
}

function filterOf({ field, operator, value }: Criterion): PeerFilter {
  if (operator !== '=' && operator !== '<=') throw new Error(`no peer supports the operator ${operator}`);
  if (field === 'merchant.id') return { column: 'merchant_id', operator, value: Number(value) };
  if (field === 'category') return { column: 'department', operator, value: value as string };
  if (field === 'final_price') return { column: field, operator, value: (value as number) * 10_000 };
  if (field === 'brand') return { column: field, operator, value: value as string };
  if (field === 'on_sale' || field === 'in_stock') return { column: field, operator, value: value as boolean };
  throw new Error(`no peer has the field ${field}`);
}

export const matchesFilters = (product: PeerProduct, filters: readonly PeerFilter[]): boolean =>
  filters.every(({ column, operator, value }) =>
    operator === '=' ? product[column] === value : product[column] <= value,
  );
