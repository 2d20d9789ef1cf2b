// A list in pages: a promise of its first page, and an async iterable over the items of all pages.

export interface Page<Item> {
  items: Item[];
}

/**
 * Await it for the first page, or iterate over all items with `for await`; `pages()` iterates over whole pages.
 * The first page is requested once, when it is first needed.
 */
export class Paged<P extends Page<Item>, Item = P['items'][number], Next = string>
  implements PromiseLike<P>, AsyncIterable<Item>
{
  readonly #load: (next: Next | undefined) => Promise<P>;
  readonly #nextOf: (page: P) => Next | null | undefined;
  #first: Promise<P> | undefined;

  constructor(load: (next: Next | undefined) => Promise<P>, nextOf: (page: P) => Next | null | undefined) {
    this.#load = load;
    this.#nextOf = nextOf;
  }

  /** The first page. */
  first(): Promise<P> {
    this.#first ??= this.#load(undefined);
    return this.#first;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise of the first page.
  then<A = P, B = never>(
    onFulfilled?: ((page: P) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.first().then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected: (reason: unknown) => B | PromiseLike<B>): Promise<P | B> {
    return this.first().catch(onRejected);
  }

  finally(onFinally: () => void): Promise<P> {
    return this.first().finally(onFinally);
  }

  /** Every page, requested one by one. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let page = await this.first();
    for (;;) {
      yield page;
      const next = this.#nextOf(page);
      if (next === null || next === undefined) return;
      page = await this.#load(next);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/** A list that answers `next_cursor`. */
export const pagedByCursor = <P extends Page<unknown> & { next_cursor: string | null }>(
  load: (cursor: string | undefined) => Promise<P>,
): Paged<P> => new Paged<P>(load, ({ next_cursor }) => next_cursor);
