// Forgets a registered feed, and its products where that is wanted.
import type { StoreDeps } from '../deps.ts';
import { summariseMerchants } from './summarise-merchants.ts';

const STEP = 1000;

/** How many products went; null when there is no such feed. */
export async function removeFeed(
  deps: StoreDeps,
  id: string,
  withProducts: boolean,
): Promise<{ deleted: number } | null> {
  if (!(await deps.store.deleteFeed({ id }))) return null;
  return { deleted: withProducts ? await removeProducts(deps, id) : 0 };
}

/** Takes a feed's products out, and merchants that have none left. */
export async function removeProducts(deps: StoreDeps, feed: string): Promise<number> {
  const merchants = new Set<number>();
  let removed = 0;
  while (true) {
    const { deleted, merchant_ids } = await deps.store.deleteFeedProducts({ feed, limit: STEP });
    if (deleted === 0) break;
    removed += deleted;
    for (const id of merchant_ids) merchants.add(id);
  }
  await summariseMerchants(deps, [...merchants]);
  await deps.store.deleteEmptyMerchants({ ids: [...merchants] });
  return removed;
}
