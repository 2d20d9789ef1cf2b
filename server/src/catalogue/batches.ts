// Groups rows into batches. One batch is being written and one is queued while the next is read.
import type { Product } from '../product/product.ts';
import type { ProductKey, ProductWrite } from '../store/catalogue-store.ts';

const BATCH = 1000;
/** Batches of long texts are smaller. */
const BATCH_CHARS = 4 * 1024 * 1024;

export type RowWrite = { line: number; write: ProductWrite };

/** Batches writes and deletions separately, but applies the rows of one product in file order. */
export class Batches {
  readonly #write: (batch: RowWrite[]) => Promise<void>;
  readonly #remove: (keys: ProductKey[]) => Promise<void>;
  #writes: RowWrite[] = [];
  #deletions: ProductKey[] = [];
  #chars = 0;
  /** Keys of the pending writes and of the pending deletions. */
  readonly #written = new Set<string>();
  readonly #deleted = new Set<string>();
  readonly #pending = [Promise.resolve(), Promise.resolve()];

  constructor(write: (batch: RowWrite[]) => Promise<void>, remove: (keys: ProductKey[]) => Promise<void>) {
    this.#write = write;
    this.#remove = remove;
  }

  async write(row: RowWrite): Promise<void> {
    const { product, merchant } = row.write;
    const key = keyOf({ id: product.id, merchant });
    if (this.#deleted.has(key)) await this.#flushDeletions();
    this.#writes.push(row);
    this.#written.add(key);
    this.#chars += charsOf(product);
    if (this.#writes.length === BATCH || this.#chars > BATCH_CHARS) await this.#flushWrites();
  }

  async delete(product: ProductKey): Promise<void> {
    const key = keyOf(product);
    if (this.#written.has(key)) await this.#flushWrites();
    this.#deletions.push(product);
    this.#deleted.add(key);
    if (this.#deletions.length === BATCH) await this.#flushDeletions();
  }

  async end(): Promise<void> {
    await this.#flushWrites();
    await this.#flushDeletions();
    await Promise.all(this.#pending);
  }

  async #flushWrites(): Promise<void> {
    const batch = this.#writes;
    this.#writes = [];
    this.#written.clear();
    this.#chars = 0;
    if (batch.length > 0) await this.#start(() => this.#write(batch));
  }

  async #flushDeletions(): Promise<void> {
    const keys = this.#deletions;
    this.#deletions = [];
    this.#deleted.clear();
    if (keys.length > 0) await this.#start(() => this.#remove(keys));
  }

  /** Waits until at most one earlier call is pending. The store runs calls in the order in which they are made. */
  async #start(call: () => Promise<void>): Promise<void> {
    await this.#pending.shift();
    const called = call();
    // A later `#start` or `end` awaits it. Until then a failure must not count as an unhandled rejection.
    called.catch(() => {});
    this.#pending.push(called);
  }
}

const keyOf = ({ id, merchant }: ProductKey): string => `${merchant.id ?? merchant.key}\n${id}`;

function charsOf(product: Product): number {
  let chars = 0;
  for (const value of Object.values(product)) {
    if (typeof value === 'string') chars += value.length;
    else if (Array.isArray(value)) for (const item of value) chars += item.length;
  }
  return chars;
}
