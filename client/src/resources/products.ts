// Product search, product details and similar products.
import { GoneError, ResultSetExpiredError } from '../errors.ts';
import { getProduct, searchProducts, similarProducts } from '../generated/operations.ts';
import type { ProductDetail, SearchRequest, SearchResponse, SimilarProductsQuery } from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

/** Rejects with a ResultSetExpiredError if the result set expires on the way. */
export type ProductPages = Paged<SearchResponse>;

export class Products extends Resource {
  /** Searches the catalogue. `options.convoId` adds the search to the trace of a conversation. */
  search(query: SearchRequest, options?: CallOptions): ProductPages {
    const load = (body: SearchRequest) => this.transport.call(searchProducts, { body }, options);
    return pagedByCursor((cursor) => withQuery(query, load(cursor === undefined ? query : { cursor })));
  }

  /** The current data of a product, by the slug of a search item. */
  get(slug: string, options?: CallOptions): Promise<ProductDetail> {
    return this.transport.call(getProduct, { params: { slug } }, options);
  }

  /** Products like the one of a slug, most similar first. */
  similar(slug: string, query: SimilarProductsQuery = {}, options?: CallOptions): ProductPages {
    let name = '';
    return pagedByCursor(async (cursor) => {
      if (cursor !== undefined)
        return withQuery({ query: name, ...query }, this.transport.call(searchProducts, { body: { cursor } }, options));
      const page = await this.transport.call(similarProducts, { params: { slug }, query }, options);
      name = page.query;
      return page;
    });
  }
}

const withQuery = (query: SearchRequest, page: Promise<SearchResponse>): Promise<SearchResponse> =>
  page.catch((error) => {
    throw error instanceof GoneError ? new ResultSetExpiredError(error, query) : error;
  });
