// The state of the cluster and of the live generation, for operators. Changes nothing.
import type { ConfigStore } from '../../store/config-store.ts';
import type { ClusterInspection, IndexInspection } from '../index-inspection.ts';
import { type ClientOptions, OpenSearchClient, OpenSearchError } from './client.ts';
import { Generation } from './generation.ts';
import { generationKind, generationName } from './generation-name.ts';
import { FORMAT } from './mapping.ts';

const DEADLINE_MS = 3000;
const NOT_PERMITTED = [401, 403];
const DISK = 'cluster.routing.allocation.disk';

interface NodeStats {
  nodes: Record<
    string,
    { name: string; timestamp: number; fs: { total: { total_in_bytes: number; available_in_bytes: number } } }
  >;
}

export const inspectCluster = (options: ClientOptions): Promise<ClusterInspection> =>
  withClient(options, async (client) => {
    const get = <T>(path: string) => client.request<T>({ method: 'GET', path });
    const { version } = await get<{ version: { number: string } }>('/');
    const sent_ms = Date.now();
    const stats = await ifPermitted(get<NodeStats>('/_nodes/stats/fs'));
    const received_ms = Date.now();
    const nodes = stats && Object.values(stats.nodes);
    const skews_ms = nodes?.map(({ timestamp }) => Math.max(sent_ms - timestamp, timestamp - received_ms, 0));
    const settings = await ifPermitted(
      get<Record<string, Record<string, string>>>('/_cluster/settings?include_defaults=true&flat_settings=true'),
    );
    return {
      version: version.number,
      health: await ifPermitted(get('/_cluster/health?filter_path=status,unassigned_shards')),
      disks:
        nodes?.map(({ name, fs: { total } }) => ({
          node: name,
          total_bytes: total.total_in_bytes,
          free_bytes: total.available_in_bytes,
        })) ?? null,
      watermarks: settings && watermarksOf({ ...settings.defaults, ...settings.persistent, ...settings.transient }),
      skew_ms: skews_ms ? Math.max(0, ...skews_ms) : null,
    };
  });

function watermarksOf(settings: Record<string, string>): ClusterInspection['watermarks'] {
  if (String(settings[`${DISK}.threshold_enabled`]) === 'false') return null;
  const watermark = (name: string) => String(settings[`${DISK}.watermark.${name}`]);
  return { low: watermark('low'), flood_stage: watermark('flood_stage') };
}

interface IndexOptions {
  prefix: string;
  store: Pick<ConfigStore, 'newestArtefact' | 'readStamps'>;
}

export const inspectIndex = (options: ClientOptions, { prefix, store }: IndexOptions): Promise<IndexInspection> =>
  withClient(options, async (client) => {
    const generation = await store.newestArtefact({ kind: generationKind(prefix) });
    const name = generationName(prefix, (await store.readStamps({})).epoch, generation);
    const state = generation > 0 ? (await new Generation(client, name).readState())?.state : undefined;
    if (!state) return { name: null, format: FORMAT, products: 0, up_to: 0, is_blocked: false };
    const path = `/${name}/_settings/index.blocks.*?flat_settings=true`;
    const blocks = await client.request<Record<string, { settings: Record<string, string> }>>({ method: 'GET', path });
    const is_blocked = Object.values(blocks).some(({ settings }) => Object.values(settings).includes('true'));
    return { name, format: FORMAT, products: state.products, up_to: state.visible, is_blocked };
  });

async function withClient<T>(options: ClientOptions, action: (client: OpenSearchClient) => Promise<T>): Promise<T> {
  const client = new OpenSearchClient({ ...options, deadline_ms: DEADLINE_MS });
  try {
    return await action(client);
  } finally {
    await client.close();
  }
}

/** The service needs no rights on the cluster, so its user may lack them. */
async function ifPermitted<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OpenSearchError && NOT_PERMITTED.includes(error.status)) return null;
    throw error;
  }
}
