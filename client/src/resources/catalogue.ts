// Products of the catalogue, written one by one.
import { deleteProduct, getCatalogueProduct, getPriceHistory, upsertProducts } from '../generated/operations.ts';
import type { CatalogueProduct, PriceHistory, ProductsOutcome, StoredCatalogueProduct } from '../generated/schemas.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Catalogue extends Resource {
  /** Adds or replaces up to 1,000 products. Invalid ones are listed in `faults`; all others are written. */
  upsert(products: CatalogueProduct[], options?: CallOptions): Promise<ProductsOutcome> {
    return this.transport.call(upsertProducts, { body: { products } }, options);
  }

  /** Everything that the catalogue knows of a product. */
  get(productId: string, options?: CallOptions): Promise<StoredCatalogueProduct> {
    return this.transport.call(getCatalogueProduct, { params: { product_id: productId } }, options);
  }

  /** Every change of price and stock of a product, oldest first. */
  history(productId: string, options?: CallOptions): Promise<PriceHistory> {
    return this.transport.call(getPriceHistory, { params: { product_id: productId } }, options);
  }

  delete(productId: string, options?: CallOptions): Promise<void> {
    return this.transport.call(deleteProduct, { params: { product_id: productId } }, options);
  }
}
