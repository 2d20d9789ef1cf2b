// Puts the demo catalogue into an empty installation, and takes it out again.
import { importProducts } from '../catalogue/import-products.ts';
import { removeProducts } from '../catalogue/remove-feed.ts';
import type { StoreDeps } from '../deps.ts';
import { demoProducts } from './demo-catalogue.ts';

const FEED = 'demo';

/** Fills an empty catalogue, or goes on where a first filling was cut off; any other is left alone. Says how many came in. */
export async function loadDemo(deps: StoreDeps): Promise<number> {
  const [largest] = await deps.store.listMerchants({ offset: 0, limit: 1 });
  // Summaries are written last: without them a filling has not come to its end.
  const isCutOff = largest?.brands.length === 0 && (await deps.store.isOnlyFeed({ feed: FEED }));
  if (largest && largest.product_count > 0 && !isCutOff) return 0;
  const { products } = await importProducts(deps, FEED, demoRows());
  return products;
}

/** Pictures are paths here: the service puts its own address before them when it shows them. */
function* demoRows() {
  let line = 0;
  for (const value of demoProducts('')) yield { line: ++line, value };
}

/** Takes the demo out, and only the demo. Says how many products went. */
export const removeDemo = (deps: StoreDeps): Promise<number> => removeProducts(deps, FEED);
