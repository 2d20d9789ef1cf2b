// What every engine of the comparison is asked: the same products, the same tokens, the same filters, the best k.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { ProductChange } from '../../server/src/store/packed-changes.ts';
import { stem, wordsOf } from '../../server/src/text/analyse.ts';
import type { GeneratedSearch } from '../generate-catalogue.ts';

/** A product as a peer takes it. */
export interface PeerProduct {
  /** From 1, in the order of the catalogue. */
  product_no: number;
  /** The tokens that our index keeps for it, with spaces between them: no peer has a tokenizer of its own to pay for. */
  text: string;
  brand: string;
  merchant_id: number;
  /** The level that the searches filter by. */
  department: string;
  /** In ten-thousandths, as our index has it. */
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
  asked: GeneratedSearch;
  /** At least one must match. A misspelt word is as it was meant: peers need not find that out, ours does. */
  tokens: string[];
  filters: PeerFilter[];
}

/** The products in batches, in the shape that an engine takes. */
export interface BenchCatalogue {
  products(): Iterable<PeerProduct[]>;
  changes(): Iterable<ProductChange[]>;
  lines(): Iterable<string[]>;
}

/** What a file of this folder exports for one engine. */
export interface EngineModule {
  /**
   * Makes the index in an empty folder, so that it can be opened by another process. May return how many milliseconds it only
   * waited to see that nothing was left to do.
   */
  build(folder: string, catalogue: BenchCatalogue): void | Promise<void> | Promise<number>;
  /** Opens what was built. `threads`: how many may search at once, where the engine has threads of its own. */
  open(folder: string, threads: number): Engine | Promise<Engine>;
  /**
   * How it uses all cores: `threads` opens it once in each of several worker threads, because a search blocks its thread;
   * `calls` opens it once and keeps several searches waiting.
   */
  parallel: 'threads' | 'calls';
  /** For what does not live in this process and this folder. */
  server?: {
    bytesOnDisk(): Promise<number>;
    /** Memory of its process, if that can be told. */
    residentBytes(): Promise<number | null>;
    /** Forgets what was built. */
    discard(): Promise<void>;
  };
}

export interface Engine {
  /** The numbers of the best products, the best first. */
  search(query: BenchQuery, limit: number): ArrayLike<number> | Promise<ArrayLike<number>>;
  /** What an owner would do after the start to have the first searches quick; no part of reopening. */
  warm?(): void | Promise<void>;
  close(): void | Promise<void>;
}

export function benchQueryOf(asked: GeneratedSearch): BenchQuery {
  const tokens = [...new Set(wordsOf(asked.meant).map(stem))];
  return { asked, tokens, filters: asked.criteria.map(filterOf) };
}

function filterOf({ field, operator, value }: Criterion): PeerFilter {
  if (operator !== '=' && operator !== '<=') throw new Error(`no peer is asked for ${operator}`);
  if (field === 'merchant.id') return { column: 'merchant_id', operator, value: Number(value) };
  if (field === 'category') return { column: 'department', operator, value: value as string };
  if (field === 'final_price') return { column: field, operator, value: (value as number) * 10_000 };
  if (field === 'brand') return { column: field, operator, value: value as string };
  if (field === 'on_sale' || field === 'in_stock') return { column: field, operator, value: value as boolean };
  throw new Error(`no peer has the field ${field}`);
}

export const isWanted = (product: PeerProduct, filters: readonly PeerFilter[]): boolean =>
  filters.every(({ column, operator, value }) =>
    operator === '=' ? product[column] === value : product[column] <= value,
  );
