// Products over HTTP: upsert, delete and price history.
import { AppError } from '../app-error.ts';
import { type LinkDeps, toLink } from '../own-link.ts';
import { fromAmount } from '../product/amount.ts';
import { TEXT_FIELDS, type TextField } from '../product/product.ts';
import { MAX_PRICE_STATES } from '../store/catalogue-store.ts';
import { toIso } from '../text/to-iso.ts';
import { withinDeadline } from '../within-deadline.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { importProducts } from './import-products.ts';
import { summariseMerchants } from './summarise-merchants.ts';

type Texts = Record<TextField, string | null>;

/** Products written over HTTP belong to no feed, like those of a one-time import. */
const NO_FEED = '';
/** Imports wait for a slow store; a client does not. Sending the same products again is safe. */
const WRITE_DEADLINE_MS = 5000;

export async function upsertProducts(deps: CatalogueDeps, products: unknown[]) {
  const rows = products.map((value, line) => ({ line, value }));
  const report = await withinDeadline(WRITE_DEADLINE_MS, importProducts(deps, NO_FEED, rows));
  return {
    type: 'products_outcome' as const,
    products: report.products,
    inserted: report.inserted,
    updated: report.updated,
    unchanged: report.unchanged,
    rejected: report.rejected,
    faults: report.faults.map(({ line, field, reason }) => ({ index: line, field, reason })),
    dropped: report.dropped,
  };
}

/** Everything that is known of a product, with the fields of our own format. */
export async function getCatalogueProduct({ store, baseUrl }: CatalogueDeps & LinkDeps, id: string) {
  const stored = await store.getProductById({ id });
  if (!stored) throw new AppError('catalogue_product_not_found');
  const { product, merchant, feed, added_at_ms } = stored;
  const value = (amount: number | undefined) => (amount === undefined ? null : fromAmount(amount));
  const texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, product[field] ?? null])) as Texts;
  return {
    type: 'catalogue_product' as const,
    id,
    feed: feed || null,
    added_at: toIso(added_at_ms),
    name: product.name,
    merchant: { id: String(merchant.id), name: merchant.name, logo_url: toLink({ baseUrl }, merchant.logo_url) },
    ...texts,
    image_url: product.image_url ? toLink({ baseUrl }, product.image_url) : null,
    regular_price: value(product.regular_amount),
    final_price: value(product.final_amount),
    ship_price: value(product.ship_amount),
    in_stock: product.in_stock ?? null,
    stock_quantity: product.stock_quantity ?? null,
    tags: product.tags ?? [],
    merchant_category_ids: product.merchant_category_ids ?? [],
  };
}

export async function deleteProduct(deps: CatalogueDeps, id: string): Promise<void> {
  const gone = await deps.store.deleteProduct({ id });
  if (!gone) return;
  await summariseMerchants(deps, [gone.merchant_id]);
  await deps.store.deleteEmptyMerchants({ ids: [gone.merchant_id] });
}

export async function getPriceHistory({ store }: CatalogueDeps, id: string) {
  const states = await store.listPriceStates({ id, limit: MAX_PRICE_STATES });
  if (!states) throw new AppError('catalogue_product_not_found');
  const value = (amount: number | null) => (amount === null ? null : fromAmount(amount));
  return {
    type: 'price_history' as const,
    id,
    items: states.map(({ at_ms, regular_amount, final_amount, ...state }) => ({
      at: toIso(at_ms),
      regular_value: value(regular_amount),
      final_value: value(final_amount),
      ...state,
    })),
  };
}
