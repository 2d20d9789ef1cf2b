// Products on their way to the database thread. They are written as JSON where they were read, because all writes wait
// for that one thread: it gets texts, which are copied as they are, and no objects that it would have to build and write.
import type { MerchantInfo, Product } from '../../product/product.ts';
import type { ProductWrite } from '../catalogue-port.ts';

export interface PackedProducts {
  /** What rows point to by number: most of a batch have one merchant, and lead to one host. */
  merchants: MerchantInfo[];
  hosts: string[][];
  rows: PackedProduct[];
}

export interface PackedProduct {
  /** As its feed has it. */
  id: string;
  is_source_id: boolean;
  merchant: number;
  hosts: number;
  brand: string | null;
  category: string | null;
  /** The product as JSON, from behind its id: that may get its merchant's before it. */
  rest: string;
}

/** The input of a call, with its products packed. */
export const pack = <T extends { products: ProductWrite[] }>(
  input: T,
): Omit<T, 'products'> & { products: PackedProducts } => ({ ...input, products: packProducts(input.products) });

function packProducts(writes: ProductWrite[]): PackedProducts {
  const merchants = new Numbered<MerchantInfo>();
  const hosts = new Numbered<string[]>();
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

/** Each value once, by a text that tells it from others. */
export class Numbered<T> {
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

/** The row as it is kept, under the id that it has here. */
export const dataOf = ({ rest }: PackedProduct, id: string): string => headOf(id) + rest;

const headOf = (id: string) => `{"id":${JSON.stringify(id)}`;

function restOf(product: Product): string {
  const head = headOf(product.id);
  const data = JSON.stringify(product);
  if (data.startsWith(head)) return data.slice(head.length);
  const { id, name, ...others } = product;
  return restOf({ id, name, ...others });
}
