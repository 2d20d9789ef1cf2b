// Maps stored products to wire items.
import { type LinkDeps, toLink } from '../own-link.ts';
import { fromAmount } from '../product/amount.ts';
import { discountOf, isOnSale, type Product } from '../product/product.ts';
import type { StoredProduct } from '../store/catalogue-store.ts';

function priceOf(product: Product) {
  const value = (amount: number | undefined) => (amount === undefined ? null : fromAmount(amount));
  return {
    currency: product.currency ?? '',
    regular_value: value(product.regular_amount),
    final_value: value(product.final_amount),
    on_sale: isOnSale(product),
    sale_discount: fromAmount(discountOf(product)),
  };
}

/** Fields shared by search items and product details. */
function common(deps: LinkDeps, { product, merchant }: StoredProduct) {
  return {
    id: product.id,
    name: product.name,
    image_url: toLink(deps, product.image_url),
    product_url: product.product_url ?? '',
    merchant_url: product.merchant_url ?? product.product_url ?? '',
    price: priceOf(product),
    merchant: { id: String(merchant.id), name: merchant.name, logo_url: toLink(deps, merchant.logo_url) },
  };
}

export const toSearchItem = (deps: LinkDeps, stored: StoredProduct, slug: string) => ({
  type: 'product' as const,
  slug,
  ...itemFields(deps, stored),
});

/** A search item without a slug. */
export const toProductItem = (deps: LinkDeps, stored: StoredProduct) => ({
  type: 'product' as const,
  ...itemFields(deps, stored),
});

function itemFields(deps: LinkDeps, stored: StoredProduct) {
  const { brand = null, category = null, availability = null } = stored.product;
  return { ...common(deps, stored), brand, category, availability };
}

export function toDetailItem(deps: LinkDeps, stored: StoredProduct) {
  const { description = '', brand = '', category = '', availability = '' } = stored.product;
  return { ...common(deps, stored), description, brand, category, availability };
}
