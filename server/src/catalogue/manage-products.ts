// Products over HTTP: upsert, delete and price history.
import { AppError } from '../app-error.ts';
import { fromAmount } from '../product/amount.ts';
import { MAX_PRICE_STATES } from '../store/catalogue-store.ts';
import { toIso } from '../text/to-iso.ts';
import { withinDeadline } from '../within-deadline.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { importProducts } from './import-products.ts';
import { summariseMerchants } from './summarise-merchants.ts';

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
