// The state of the index, and requests to rebuild it.
import type { IndexLag } from '../index/change-log.ts';
import type { IndexReader } from '../index/port.ts';
import type { CatalogueStore } from '../store/catalogue-store.ts';
import type { ConfigStore } from '../store/config-store.ts';
import type { IndexWork } from './index-manager.ts';

interface Deps {
  store: CatalogueStore & ConfigStore;
  index: Pick<IndexReader, 'figures'>;
  isIndexReady: () => boolean;
  isIndexAway: () => boolean;
  indexWork: () => IndexWork | null;
  indexLag: () => IndexLag;
}

export async function getIndex({ store, index, isIndexReady, isIndexAway, indexWork, indexLag }: Deps) {
  const [{ rebuilds: requested }, completed] = await Promise.all([
    store.readStamps({}),
    store.lastCompletedRebuild({}),
  ]);
  const { products, unlearned_products, running, waiting, capacity } = index.figures();
  return {
    type: 'index_state' as const,
    ready: isIndexReady() && !isIndexAway(),
    products,
    work: indexWork(),
    lag: indexLag(),
    rebuilds: { requested, completed },
    unlearned_products,
    searches: { running, waiting, capacity },
  };
}

export async function rebuildIndex(deps: Deps) {
  await deps.store.requestRebuild({});
  return getIndex(deps);
}
