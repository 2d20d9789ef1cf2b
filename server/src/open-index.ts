// The index engine of an installation. No other file of the service imports an index adapter. OpenSearch's is imported
// when it is needed, because commands start faster without it.
import { join } from 'node:path';
import { type Config, openSearchCluster } from './config.ts';
import type { Artefacts } from './index/artefacts.ts';
import type { ChangeLog } from './index/change-log.ts';
import { openEmbeddedIndex } from './index/embedded/embedded-index.ts';
import type { ClusterInspection, IndexInspection } from './index/index-inspection.ts';
import { indexerLease } from './index/opensearch/generation-name.ts';
import type { SearchIndex } from './index/port.ts';
import type { Lease } from './lease-keeper.ts';
import { StartError } from './start-error.ts';
import type { ConfigStore } from './store/config-store.ts';

const PRODUCT_NUMBERS_PER_MB = 2 ** 18;
const UNITS_PER_MILLION = 1_000_000;

interface Options {
  store: ChangeLog & Pick<ConfigStore, 'newestArtefact' | 'saveArtefact'>;
  artefacts: Artefacts;
  onFault: (error: unknown) => void;
}

interface IndexLease {
  /** Null: this process never writes a shared index. */
  lease: Lease | null;
  yieldLease?: () => Promise<void>;
}

/** The lease under which one instance writes an index that all share; null if every instance has its own index. */
export const indexLeaseName = ({ OPENSEARCH_URL, OPENSEARCH_INDEX_PREFIX }: Config): string | null =>
  OPENSEARCH_URL ? indexerLease(OPENSEARCH_INDEX_PREFIX) : null;

export async function openIndex(config: Config, options: Options & IndexLease): Promise<SearchIndex> {
  const searching = {
    result_cache_size: config.SEARCH_CACHE_MB * PRODUCT_NUMBERS_PER_MB,
    max_units: config.SEARCH_WORK_LIMIT * UNITS_PER_MILLION,
    ...(config.SEARCH_THREADS === undefined ? {} : { threads: config.SEARCH_THREADS }),
  };
  const shared = await openShared(config, { ...options, ...searching });
  return shared ?? openOwn(config, { ...options, ...searching });
}

/** An index for a command that runs beside the service: it reads the service's index and does not change it. */
export async function openReadOnlyIndex(config: Config, options: Options): Promise<SearchIndex> {
  const shared = await openShared(config, { ...options, lease: null });
  if (!shared) return openOwn(config, { ...options, is_read_only: true });
  if (shared.appliedUpTo() === null) {
    await shared.close();
    throw new StartError('there is no index in OpenSearch, or it does not answer: start the service first');
  }
  // The command searches what the service has indexed, and does not wait for more.
  shared.appliedUpTo = () => Number.MAX_SAFE_INTEGER;
  return shared;
}

const openOwn = (config: Config, { store, ...options }: Options & { is_read_only?: boolean }) =>
  openEmbeddedIndex({ ...options, log: store, folder: join(config.DATA_DIR, 'index') });

async function openShared(config: Config, options: Options & IndexLease): Promise<SearchIndex | undefined> {
  const client = openSearchCluster(config);
  if (!client) return undefined;
  const { openOpenSearchIndex } = await import('./index/opensearch/opensearch-index.ts');
  return openOpenSearchIndex({
    ...options,
    client,
    log: options.store,
    prefix: config.OPENSEARCH_INDEX_PREFIX,
    shards: config.OPENSEARCH_SHARDS,
    replicas: config.OPENSEARCH_REPLICAS,
  });
}

/** The cluster of a shared index; null if every instance has its own index. */
export async function inspectCluster(config: Config): Promise<ClusterInspection | null> {
  const client = openSearchCluster(config);
  if (!client) return null;
  const { inspectCluster } = await import('./index/opensearch/inspect-cluster.ts');
  return inspectCluster(client);
}

/** The shared index; null if every instance has its own. */
export async function inspectIndex(
  config: Config,
  store: Pick<ConfigStore, 'newestArtefact' | 'readStamps'>,
): Promise<IndexInspection | null> {
  const client = openSearchCluster(config);
  if (!client) return null;
  const { inspectIndex } = await import('./index/opensearch/inspect-cluster.ts');
  return inspectIndex(client, { prefix: config.OPENSEARCH_INDEX_PREFIX, store });
}
