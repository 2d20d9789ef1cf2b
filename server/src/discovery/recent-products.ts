// The products that were shown lately, in memory. They are as current as the store: each time it is asked whether anything
// has changed, which costs it far less than to read a page of products.
import type { Store, StoredProduct } from '../store/port.ts';

/** Their texts may take about so many characters. When it is more, all are forgotten: what is shown often is soon back. */
const MOST_CHARACTERS = 2 ** 24;
/** What a product takes beside its description. */
const CHARACTERS_EACH = 1000;

export class RecentProducts {
  readonly #store: Pick<Store, 'getProducts' | 'lastChange'>;
  readonly #known = new Map<number, StoredProduct>();
  #characters = 0;
  /** The last change of the catalogue when these were read, or before. */
  #change_no = -1;

  constructor(store: Pick<Store, 'getProducts' | 'lastChange'>) {
    this.#store = store;
  }

  /** In the order of their numbers here; those that are gone are left out. They belong to all who ask: nobody changes them. */
  async get(product_nos: readonly number[]): Promise<StoredProduct[]> {
    if (product_nos.length === 0) return [];
    const [before, known] = [this.#change_no, new Map<number, StoredProduct>()];
    const missing: number[] = [];
    for (const no of product_nos) {
      const product = this.#known.get(no);
      if (product) known.set(no, product);
      else missing.push(no);
    }
    const [change_no, read] = await Promise.all([this.#store.lastChange({}), this.#read(missing)]);
    if (change_no !== before) {
      this.#forget(change_no);
      // Of those that were known it is not known whether they have changed.
      if (known.size > 0) return this.#read(product_nos);
    }
    // Those that were read may be newer than the change that was asked for, never older.
    else if (before === this.#change_no) this.#add(read);
    for (const product of read) known.set(product.product_no, product);
    return product_nos.flatMap((no) => known.get(no) ?? []);
  }

  async #read(product_nos: readonly number[]): Promise<StoredProduct[]> {
    return product_nos.length > 0 ? this.#store.getProducts({ product_nos: [...product_nos] }) : [];
  }

  #add(products: readonly StoredProduct[]): void {
    if (this.#characters > MOST_CHARACTERS) this.#forget(this.#change_no);
    for (const product of products) {
      if (this.#known.has(product.product_no)) continue;
      this.#known.set(product.product_no, product);
      this.#characters += CHARACTERS_EACH + (product.product.description?.length ?? 0);
    }
  }

  #forget(change_no: number): void {
    this.#known.clear();
    this.#characters = 0;
    this.#change_no = change_no;
  }
}
