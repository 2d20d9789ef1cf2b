// Serialises products in the caller's thread. The single writer thread then copies strings instead of cloning and
// serialising objects, which shortens every write transaction.
import type { MerchantInfo, Product } from '../../product/product.ts';
import type { ProductWrite } from '../catalogue-store.ts';

export interface PackedProducts {
  /** Rows refer to these by position, because most rows of a batch share one merchant and one host. */
  merchants: MerchantInfo[];
  hosts: string[][];
  rows: PackedProduct[];
}

export interface PackedProduct {
  /** The id from the feed. */
  id: string;
  is_source_id: boolean;
  merchant: number;
  hosts: number;
  brand: string | null;
  category: string | null;
  /** The product's JSON after the id: the stored id may get the merchant's id as a prefix. */
  rest: string;
}

export const pack = <T extends { products: ProductWrite[] }>(
  input: T,
): Omit<T, 'products'> & { products: PackedProducts } => ({ ...input, products: packProducts(input.products) });

export function packProducts(writes: ProductWrite[]): PackedProducts {
  const merchants = new Interner<MerchantInfo>();
  const hosts = new Interner<string[]>();
  const rows = writes.map(({ product, merchant, is_source_id = false }): PackedProduct => {
    const { id, brand = null, category = null, product_url = '', merchant_url = '' } = product;
    return {
      id,
      is_source_id,
      merchant: merchants.numberOf(JSON.stringify(merchant), () => merchant),
      hosts: hosts.numberOf(`${originOf(product_url)} ${originOf(merchant_url)}`, () =>
        [product_url, merchant_url].filter(Boolean).map((link) => new URL(link).hostname),
      ),
      brand,
      category,
      rest: restOf(product),
    };
  });
  return { merchants: merchants.values, hosts: hosts.values, rows };
}

/** Stores each distinct value once and numbers it. */
export class Interner<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(key: string, make: () => T): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.values.push(make()) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }
}

const originOf = (link: string) => /^https?:\/\/[^/?#]+/.exec(link)?.[0] ?? link;

/** The product's JSON as stored, under its id in this store. */
export const dataOf = ({ rest }: PackedProduct, id: string): string => headOf(id) + rest;

const headOf = (id: string) => `{"id":${JSON.stringify(id)}`;

function restOf(product: Product): string {
  const head = headOf(product.id);
  const data = JSON.stringify(product);
  if (data.startsWith(head)) return data.slice(head.length);
  // Puts the id first.
  const { id, name, ...others } = product;
  return restOf({ id, name, ...others });
}
