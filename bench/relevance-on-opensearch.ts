// Ranking in OpenSearch compared with the embedded index: the same store, learned artefacts, synonyms and queries.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../server/src/deps.ts';
import { RANKING } from '../server/src/discovery/learner.ts';
import { decodeArtefacts } from '../server/src/index/artefacts.ts';
import { LogApplier } from '../server/src/index/change-log.ts';
import { OpenSearchClient } from '../server/src/index/opensearch/client.ts';
import { openOpenSearchIndex } from '../server/src/index/opensearch/opensearch-index.ts';
import { synonymsInUse } from '../server/src/synonyms/all-synonyms.ts';
import { testLease } from '../test/support/test-lease.ts';

const PREFIX = 'finderfee-bench-relevance';
const MAX_NDCG_DIFFERENCE = 0.003;
const MIN_OVERLAP = 0.98;
const RETRY_MS = 100;

/** One query: its NDCG@10 and the ids of its first ten hits. */
export interface TopTen {
  ndcg: number;
  ids: string[];
}

/** An index in OpenSearch beside the embedded one of `deps`, with the products that are in its store. */
export async function withOpenSearch(deps: Deps, shards: number, action: (deps: Deps) => Promise<void>): Promise<void> {
  const { store } = deps;
  const client = { nodes: [process.env.BENCH_OPENSEARCH_URL!] };
  const stored = (await store.loadArtefact({ kind: RANKING }))!;
  const artefacts = decodeArtefacts(stored.generation, stored.bytes)!;
  const onFault = (error: unknown) => console.error(error);
  const index = await openOpenSearchIndex({
    ...{ client, shards, artefacts, store, onFault, replicas: 0, prefix: PREFIX },
    ...{ log: store, lease: testLease(store) },
  });
  try {
    await index.useSynonyms(await synonymsInUse(store));
    const log = new LogApplier(store, index);
    while (!(await log.run(() => false))) await sleep(RETRY_MS);
    await action({ ...deps, index });
  } finally {
    await index.close();
    const admin = new OpenSearchClient(client);
    await admin.request({ method: 'DELETE', path: `/${PREFIX}-*`, deadline_ms: 60_000 });
    await admin.close();
  }
}

/** A row of the result, and whether it is within the limits. */
export function compareTopTens(embedded: readonly TopTen[], opensearch: readonly TopTen[]) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ours, theirs] = [embedded, opensearch].map((tops) => mean(tops.map(({ ndcg }) => ndcg))) as [number, number];
  const overlaps = embedded.map(({ ids }, i) => overlapOf(ids, opensearch[i]!.ids));
  const identical = embedded.filter(({ ids }, i) => ids.join() === opensearch[i]!.ids.join()).length;
  return {
    row: {
      'NDCG@10, embedded': ours.toFixed(4),
      'NDCG@10, OpenSearch': theirs.toFixed(4),
      [`difference, at most ${MAX_NDCG_DIFFERENCE}`]: Math.abs(ours - theirs).toFixed(4),
      [`overlap of the top 10, at least ${MIN_OVERLAP}`]: mean(overlaps).toFixed(4),
      'identical top tens': `${identical} of ${embedded.length}`,
    },
    isWithinLimits: Math.abs(ours - theirs) <= MAX_NDCG_DIFFERENCE && mean(overlaps) >= MIN_OVERLAP,
  };
}

function overlapOf(a: readonly string[], b: readonly string[]): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : a.filter((id) => b.includes(id)).length / longer;
}
