// What every engine of the comparison is asked: the same products, the same tokens, the same filters, the best k.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { readProduct } from '../../server/src/catalogue/read-product.ts';
import { isOnSale } from '../../server/src/product/product.ts';
import type { ProductChange } from '../../server/src/store/port.ts';
import { stem, wordsOf } from '../../server/src/text/analyse.ts';
import { tokensOf } from '../../server/src/text/tokens.ts';
import { type GeneratedSearch, generateCatalogue } from '../generate-catalogue.ts';

const BATCH = 1000;

/** A product as a peer takes it. */
export interface PeerProduct {
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

export interface BenchProduct {
  change: ProductChange;
  peer: PeerProduct;
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

export interface Engine {
  build(batches: Iterable<BenchProduct[]>): void | Promise<void>;
  /** The numbers of the best products, the best first. */
  search(query: BenchQuery, limit: number): ArrayLike<number> | Promise<ArrayLike<number>>;
  close(): void | Promise<void>;
}

/** The generated catalogue in batches, numbered from 1. */
export function* productBatches(count: number): Generator<BenchProduct[]> {
  let batch: BenchProduct[] = [];
  let product_no = 0;
  for (const line of generateCatalogue(count)) {
    batch.push(benchProductOf(JSON.parse(line), ++product_no));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function benchProductOf(line: unknown, product_no: number): BenchProduct {
  const read = readProduct(line);
  if ('reason' in read) throw new Error(`the generated product ${product_no}: ${read.field} ${read.reason}`);
  const { product, merchant } = read;
  const searched = ['name', 'category', 'model', 'brand', 'description', 'id', 'barcode', 'sku'] as const;
  const tokens = searched.flatMap((field) => {
    const { words, extras } = tokensOf(product[field]!);
    return [...words.map(stem), ...extras];
  });
  return {
    change: {
      change_no: product_no,
      product_no,
      merchant_id: merchant.id!,
      merchant_name: merchant.name,
      data: JSON.stringify(product),
    },
    peer: {
      product_no,
      text: tokens.join(' '),
      brand: product.brand!,
      merchant_id: merchant.id!,
      department: product.category!.split(' > ')[0]!,
      final_price: product.final_amount!,
      on_sale: isOnSale(product),
      in_stock: product.in_stock!,
    },
  };
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
