// Loads the demo catalogue into a new installation and removes it.
import { importProducts } from '../catalogue/import-products.ts';
import { removeProducts } from '../catalogue/remove-feed.ts';
import { type LeaseKeeper, underLease } from '../lease-keeper.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { demoProducts } from './demo-catalogue.ts';

export const DEMO_FEED = 'demo';
/** Held while the demo is loaded. */
export const DEMO_LEASE = 'demo';

/** Loads the demo in one instance at a time: of those that start together, all but one wait until it is complete. */
export async function loadDemoOnce(deps: StoreDeps<CatalogueStore>, leases: LeaseKeeper): Promise<number> {
  return (await underLease(leases, DEMO_LEASE, () => loadDemo(deps)))!;
}

/** Loads the demo into a catalogue that never had a product, or completes an interrupted load. Resolves to the number imported. */
export async function loadDemo(deps: StoreDeps<CatalogueStore>): Promise<number> {
  const [largest] = await deps.store.listMerchants({ offset: 0, limit: 1 });
  // Merchant summaries are written last, so their absence marks an interrupted load.
  const isInterrupted = largest?.brands.length === 0 && (await deps.store.isOnlyFeed({ feed: DEMO_FEED }));
  if ((await deps.store.lastChange({})) > 0 && !isInterrupted) return 0;
  return addDemo(deps);
}

export async function addDemo(deps: StoreDeps<CatalogueStore>): Promise<number> {
  const { products } = await importProducts(deps, DEMO_FEED, demoRows());
  return products;
}

/** Picture URLs are stored as paths; the service prefixes its base URL in replies. */
function* demoRows() {
  let line = 0;
  for (const value of demoProducts('')) yield { line: ++line, value };
}

/** Removes the demo products only. Resolves to the number of products removed. */
export const removeDemo = (deps: StoreDeps<CatalogueStore>): Promise<number> => removeProducts(deps, DEMO_FEED);
