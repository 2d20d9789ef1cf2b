// Puts the demo catalogue into a new installation, and takes it out again.
import { importProducts } from '../catalogue/import-products.ts';
import { removeProducts } from '../catalogue/remove-feed.ts';
import type { StoreDeps } from '../deps.ts';
import { demoProducts } from './demo-catalogue.ts';

const FEED = 'demo';

/** Fills a catalogue that never held a product, or completes an interrupted fill. Resolves to the number of products imported. */
export async function loadDemo(deps: StoreDeps): Promise<number> {
  const [largest] = await deps.store.listMerchants({ offset: 0, limit: 1 });
  // Summaries are written last: without them a filling has not come to its end.
  const isCutOff = largest?.brands.length === 0 && (await deps.store.isOnlyFeed({ feed: FEED }));
  if ((await deps.store.lastChange({})) > 0 && !isCutOff) return 0;
  return addDemo(deps);
}

export async function addDemo(deps: StoreDeps): Promise<number> {
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
