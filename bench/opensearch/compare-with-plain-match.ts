// Our index in OpenSearch compared with a plain text field of the same products in the same node: ingest and latency.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { encodeRecord } from '../../server/src/index/opensearch/product-record.ts';
import type { OpenSearchSearcher } from '../../server/src/index/opensearch/searcher.ts';
import { packChanges } from '../../server/src/store/packed-changes.ts';
import { generateSearches } from '../generate-catalogue.ts';
import { type BenchQuery, benchQueryOf } from '../peers/engine.ts';
import { plainMatch } from '../peers/opensearch.ts';
import { percentile } from '../percentile.ts';
import { openCatalogue, writeCatalogue } from '../search/catalogue-files.ts';
import { SEARCHES } from '../search/figures.ts';
import { watchStolenTime } from '../stolen-time.ts';
import { IndexUnderTest, type IngestFigures } from './index-under-test.ts';

const LIMIT = 1000;
const WARM_ROUNDS = 2;
const ROUNDS = 7;
const MAX_LATENCY_RATIO = 2.5;
const MAX_LIKE_RATIO = 6;
const MIN_INGEST_RATIO = 0.2;

type Catalogue = ReturnType<typeof openCatalogue>;

export async function compareWithPlainMatch(count: number): Promise<void> {
  if (process.env.BENCH_OPENSEARCH_URL === undefined) throw new Error('opensearch needs BENCH_OPENSEARCH_URL');
  const files = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  const ours = new IndexUnderTest();
  try {
    console.log(`generating ${count.toLocaleString('en')} products …`);
    await writeCatalogue(files, count);
    const stolenTime = watchStolenTime();
    const catalogue = openCatalogue(files, count);
    await compareIngest(ours, catalogue, count);
    await ours.merge();
    console.log(`bytes per product: ${Math.round((await ours.bytesOnDisk()) / count)}`);
    await plainMatch.fill(withRecords(catalogue));
    await compareLatency(ours, await ours.openSearcher());
    console.log(`CPU steal time during the run: ${(100 * (stolenTime() ?? 0)).toFixed(1)} %`);
  } finally {
    rmSync(files, { recursive: true });
    await plainMatch.discard();
    await ours.discard();
  }
}

/** The text field is filled before and after our index, because the load of a shared machine changes. */
async function compareIngest(ours: IndexUnderTest, catalogue: Catalogue, count: number): Promise<void> {
  // Read first: reading does not count as ingest.
  const changes = Array.from(catalogue.changes(), packChanges);
  const fillPlain = () => ours.measure(() => ours.fillTextField(changes));
  const before = await fillPlain();
  const own = await ours.measure(() => ours.fill(changes));
  const after = await fillPlain();
  const plain = {
    ms: (before.ms + after.ms) / 2,
    opensearch_cpu_ms: (before.opensearch_cpu_ms + after.opensearch_cpu_ms) / 2,
    own_cpu_ms: (before.own_cpu_ms + after.own_cpu_ms) / 2,
  };
  const row = ({ ms, opensearch_cpu_ms, own_cpu_ms }: IngestFigures) => ({
    'products/s': Math.round((1000 * count) / ms),
    'CPU of OpenSearch, µs/product': Math.round((1000 * opensearch_cpu_ms) / count),
    'CPU of this process, µs/product': Math.round((1000 * own_cpu_ms) / count),
  });
  console.table({ 'plain text field': row(plain), 'our index': row(own) });
  console.log(
    `ingest of our index / plain text field: ${(plain.ms / own.ms).toFixed(3)}, at least ${MIN_INGEST_RATIO}`,
  );
}

function* withRecords(catalogue: Catalogue) {
  const lines = catalogue.changes()[Symbol.iterator]();
  for (const batch of catalogue.products()) {
    const changes = lines.next().value!;
    yield batch.map((product, i) => ({
      ...product,
      record: encodeRecord(JSON.parse(changes[i]!.data!), { main_terms: 1 }),
    }));
  }
}

type Sides = Record<string, (query: BenchQuery) => Promise<unknown>>;

const search = (searcher: OpenSearchSearcher, text: string, criteria: Criterion[]) =>
  searcher.search({ text, criteria, exclude: [], limit: LIMIT });

async function compareLatency({ client }: IndexUnderTest, searcher: OpenSearchSearcher): Promise<void> {
  const plain = (query: BenchQuery, fields: Parameters<typeof plainMatch.requestOf>[2]) =>
    client.request<unknown>(plainMatch.requestOf(query, LIMIT, fields));
  const queries = generateSearches(SEARCHES).map(benchQueryOf);
  console.log(`Top ${LIMIT}, ${SEARCHES} queries; limit with records: ${MAX_LATENCY_RATIO}`);
  await compareSides(queries, {
    'plain match, product numbers': (query) => plain(query, ['product_no']),
    'plain match, product numbers and records': (query) => plain(query, ['product_no', 'record']),
    'our index, in the search thread': ({ generated: { query, criteria } }) => search(searcher, query, criteria),
  });
  const words = queries.filter(({ filters }) => filters.length === 0);
  console.log(
    `The same ${words.length} queries without filters, with two letters inside a word; limit at p95: ${MAX_LIKE_RATIO}`,
  );
  await compareSides(words, {
    'plain match, product numbers': (query) => plain(query, ['product_no']),
    'our index, like two letters': ({ generated: { query, meant } }) =>
      search(searcher, query, [{ field: 'name||description||brand', operator: 'like', value: meant.slice(1, 3) }]),
  });
}

/**
 * One caller. Each query runs on all sides in turn; it counts once per side, with the median of its latencies. The last
 * side is ours.
 */
async function compareSides(queries: readonly BenchQuery[], sides: Sides): Promise<void> {
  const times = Object.values(sides).map(() => queries.map((): number[] => []));
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++)
    for (const [i, query] of queries.entries())
      for (const [side, run] of Object.values(sides).entries()) {
        const started = performance.now();
        await run(query);
        if (round >= WARM_ROUNDS) times[side]![i]!.push(performance.now() - started);
      }
  const medians = times.map((byQuery) => byQuery.map((each) => percentile(each, 0.5)));
  const at = (side: number, share: number) => percentile(medians.at(side)!, share);
  const ratio = (side: number, share: number) => (at(-1, share) / at(side, share)).toFixed(2);
  const rows = Object.keys(sides).map((name, side) => [
    name,
    {
      'p50, ms': at(side, 0.5).toFixed(2),
      'p95, ms': at(side, 0.95).toFixed(2),
      'ours / it, p50': ratio(side, 0.5),
      'ours / it, p95': ratio(side, 0.95),
    },
  ]);
  console.table(Object.fromEntries(rows));
}
