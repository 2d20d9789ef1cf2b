// The OpenSearch cluster, its disks, and the index in it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeDisk } from '../../index/index-inspection.ts';
import { attention, type Check, failed, ok, plural, size } from './check.ts';

const OLDEST_VERSION = 3;
/** A change is searchable within a second or two. */
const MAX_LAG_MS = 4000;
const BYTES: Record<string, number> = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40 };

export const checkCluster: Check = async ({ cluster }) => {
  if (cluster === null) return null;
  if ('fault' in cluster)
    return failed(cluster.fault, 'check OPENSEARCH_URL, the network and the cluster; searches answer 503 meanwhile');
  const { version, health } = cluster.value;
  const seen = `OpenSearch ${version}, ${health ? health.status : 'its health may not be read by this user'}`;
  if (Number.parseInt(version, 10) < OLDEST_VERSION) return failed(seen, `use OpenSearch ${OLDEST_VERSION} or later`);
  if (health === null || health.status === 'green') return ok(seen);
  const shards = `${seen}, ${plural(health.unassigned_shards, 'shard')} without a node`;
  return health.status === 'red'
    ? failed(shards, 'see _cluster/allocation/explain; searches of these indexes fail')
    : attention(shards, 'add a node, or set OPENSEARCH_REPLICAS=0 on a cluster of one node and run reindex');
};

export const checkClusterDisks: Check = async ({ cluster }) => {
  if (cluster === null || 'fault' in cluster || cluster.value.disks === null) return null;
  const { disks, watermarks } = cluster.value;
  const seen = disks
    .map(({ node, free_bytes, total_bytes }) => `${node} ${size(free_bytes)} of ${size(total_bytes)} free`)
    .join(', ');
  if (watermarks === null) return ok(`${seen}; watermarks are off`);
  const isBeyond = (watermark: string) => disks.some((disk) => disk.free_bytes < requiredBytes(watermark, disk));
  const advice = 'enlarge the disks, add a node, or delete old indexes';
  if (isBeyond(watermarks.flood_stage))
    return failed(`${seen}; beyond the flood stage ${watermarks.flood_stage}: writes are blocked`, advice);
  return isBeyond(watermarks.low) ? attention(`${seen}; beyond the low watermark ${watermarks.low}`, advice) : ok(seen);
};

/** A watermark is the share that may be used (`85%`, `0.85`) or the space that must be free (`500mb`). */
function requiredBytes(watermark: string, { total_bytes }: NodeDisk): number {
  const [, digits, unit] = /^([\d.]+)([a-z]+|%)?$/i.exec(watermark) ?? [];
  const value = Number(digits);
  if (unit === undefined) return total_bytes * (1 - value);
  return unit === '%' ? total_bytes * (1 - value / 100) : value * (BYTES[unit.toLowerCase()] ?? 1);
}

/** Whether what was committed a moment ago is searchable by now. */
export const checkSharedIndex: Check = async ({ cluster, store, inspectIndex, hint }) => {
  if (cluster === null || 'fault' in cluster || store === null || 'fault' in store) return null;
  const { changes } = await store.value.readStamps({});
  let index = await inspectIndex(store.value);
  if (index === null) return null;
  const { name, format } = index;
  if (name === null) return attention(`there is no index of format ${format}`, 'start the service: it fills one');
  if (index.is_blocked)
    return failed(
      `OpenSearch refuses writes to ${name}`,
      'make room, then remove index.blocks.read_only_allow_delete; searches go on',
    );
  if (index.up_to < changes) {
    await sleep(MAX_LAG_MS);
    index = (await inspectIndex(store.value)) ?? index;
  }
  const seen = `${name}, ${plural(index.products, 'product')}, at change ${index.up_to} of ${changes}`;
  if (index.up_to >= changes) return ok(seen);
  return attention(
    seen,
    `look at the log of the instance that writes; if none runs, start one; ${hint('reindex')} rebuilds the index`,
  );
};
