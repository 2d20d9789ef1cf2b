// Cache of recently shown products. Every read checks the last change number, which is much cheaper than reading a
// page of products, so the cache is never stale.
import type { CatalogueStore, StoredProduct } from '../store/catalogue-store.ts';

/** Approximate size limit. A full cache is cleared; popular products return quickly. */
const MAX_CACHED_CHARACTERS = 2 ** 24;
/** Estimated size of a product without its description. */
const OVERHEAD_CHARACTERS = 1000;

export class RecentProducts {
  readonly #store: Pick<CatalogueStore, 'getProducts' | 'lastChange'>;
  readonly #cached = new Map<number, StoredProduct>();
  #characters = 0;
  /** The cached products are at least as new as this change. */
  #change_no = -1;

  constructor(store: Pick<CatalogueStore, 'getProducts' | 'lastChange'>) {
    this.#store = store;
  }

  /** In the given order, without deleted products. The objects are shared and must not be modified. */
  async get(product_nos: readonly number[]): Promise<StoredProduct[]> {
    if (product_nos.length === 0) return [];
    const [before, cached] = [this.#change_no, new Map<number, StoredProduct>()];
    const missing: number[] = [];
    for (const no of product_nos) {
      const product = this.#cached.get(no);
      if (product) cached.set(no, product);
      else missing.push(no);
    }
    const [change_no, read] = await Promise.all([this.#store.lastChange({}), this.#read(missing)]);
    if (change_no !== before) {
      this.#clear(change_no);
      // The cached ones may have changed.
      if (cached.size > 0) return this.#read(product_nos);
    }
    // The products read may be newer than this change number, never older.
    else if (before === this.#change_no) this.#add(read);
    for (const product of read) cached.set(product.product_no, product);
    return product_nos.flatMap((no) => cached.get(no) ?? []);
  }

  async #read(product_nos: readonly number[]): Promise<StoredProduct[]> {
    return product_nos.length > 0 ? this.#store.getProducts({ product_nos: [...product_nos] }) : [];
  }

  #add(products: readonly StoredProduct[]): void {
    if (this.#characters > MAX_CACHED_CHARACTERS) this.#clear(this.#change_no);
    for (const product of products) {
      if (this.#cached.has(product.product_no)) continue;
      this.#cached.set(product.product_no, product);
      this.#characters += OVERHEAD_CHARACTERS + (product.product.description?.length ?? 0);
    }
  }

  #clear(change_no: number): void {
    this.#cached.clear();
    this.#characters = 0;
    this.#change_no = change_no;
  }
}
