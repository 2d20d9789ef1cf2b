// Unregisters a feed and optionally deletes its products.

import { AppError } from '../app-error.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { effectiveRun } from './runner.ts';
import { summariseMerchants } from './summarise-merchants.ts';

const STEP = 1000;

/** Returns the number of deleted products; null if the feed does not exist. */
export async function removeFeed(
  deps: CatalogueDeps,
  id: string,
  withProducts: boolean,
): Promise<{ deleted: number } | null> {
  if (!(await deps.store.deleteFeed({ id }))) return null;
  return { deleted: withProducts ? await removeProducts(deps, id) : 0 };
}

/** Over HTTP. A repeated request completes one that was cut off, so the feed need not be registered any more. */
export async function deleteFeed(deps: CatalogueDeps, id: string, withProducts: boolean): Promise<void> {
  if (withProducts) {
    const [run] = await deps.store.listRuns({ feed: id, before: null, limit: 1 });
    if (run && effectiveRun(run).state === 'running') throw new AppError('feed_busy');
  }
  await deps.store.deleteFeed({ id });
  if (withProducts) await removeProducts(deps, id);
}

/** Deletes a feed's products, and merchants without products. */
export async function removeProducts(deps: CatalogueDeps, feed: string): Promise<number> {
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
