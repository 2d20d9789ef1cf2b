// Merchants of the catalogue.
import { listMerchants, searchMerchants } from '../generated/operations.ts';
import type { ListMerchantsQuery, MerchantList, SearchMerchantsQuery } from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Merchants extends Resource {
  /** Every merchant, largest first. */
  list(query: ListMerchantsQuery = {}, options?: CallOptions): Paged<MerchantList> {
    return pagedByCursor((cursor) =>
      this.transport.call(listMerchants, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }

  /** Merchants by name, domain, category, brand or product term. */
  search(query: SearchMerchantsQuery, options?: CallOptions): Paged<MerchantList> {
    return pagedByCursor((cursor) =>
      this.transport.call(searchMerchants, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }
}
