// Search relevance on judged queries (NDCG, recall): `npm run bench -- relevance DIR… [--ablate]`. Each folder has a
// `products.jsonl.gz` and a `judgements.jsonl` with lines of {query, gains: {product id: gain}}.
// `--engine opensearch [--shards 1]` compares OpenSearch at BENCH_OPENSEARCH_URL with the embedded index instead.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { importProducts } from '../server/src/catalogue/import-products.ts';
import { readFeed } from '../server/src/catalogue/read-feed.ts';
import { systemClock } from '../server/src/clock.ts';
import { compose } from '../server/src/compose.ts';
import { readConfig } from '../server/src/config.ts';
import type { Deps } from '../server/src/deps.ts';
import { searchProducts } from '../server/src/discovery/search-products.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';
import { compareTopTens, type TopTen, withOpenSearch } from './relevance-on-opensearch.ts';

const FEATURES = [
  'negation',
  'compounds',
  'spelling',
  'inflections',
  'measures',
  'synonyms',
  'identifier',
  'exact_name',
  'word_vectors',
  'category',
  'main_part',
  'brand',
  'all_words',
  'long_name',
  'unwanted',
  'out_of_stock',
  'duplicates',
];
const WORST = 10;

interface Judgement {
  query: string;
  gains: Record<string, number>;
}

interface Hit {
  id: string;
  name: string;
}

/** The first hundred hits of a search. */
type Search = (query: string) => Promise<Hit[]>;

export async function run(args: string[]): Promise<void> {
  const options = {
    ablate: { type: 'boolean', default: false },
    engine: { type: 'string', default: 'embedded' },
    shards: { type: 'string', default: '1' },
  } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length === 0) throw new Error('a folder is required: npm run bench -- relevance DIR… [--ablate]');
  if (values.engine === 'opensearch') await compareEngines(positionals, Number(values.shards));
  else if (values.engine === 'embedded') await measureEmbedded(positionals, values.ablate);
  else throw new Error('--engine must be embedded or opensearch');
}

async function measureEmbedded(folders: string[], ablates: boolean): Promise<void> {
  const figures: Record<string, object> = {};
  const ablation: Record<string, Record<string, string>> = {};
  for (const dir of folders) {
    const judgements = readJudgements(dir);
    await withCatalogue(dir, async (deps) => {
      const whole = await measure(judgements, (query) => searchLikeTheApi(deps, query));
      figures[basename(dir)] = whole.figures;
      console.log(`\n${basename(dir)}: the ${WORST} worst of ${judgements.length} queries`);
      console.table(whole.worst);
      if (!ablates) return;
      for (const without of [[], ...FEATURES.map((feature) => [feature]), FEATURES]) {
        const { figures: left } = await measure(judgements, (query) => searchWithout(deps, query, without));
        const name = without.length === 0 ? 'all features' : without.length > 1 ? 'BM25F only' : `without ${without}`;
        ablation[name] = { ...ablation[name], [basename(dir)]: left['NDCG@10'] };
      }
    });
  }
  console.table(figures);
  if (ablates) console.table(ablation);
}

/** Sets the exit code if OpenSearch does not rank like the embedded index. */
async function compareEngines(folders: string[], shards: number): Promise<void> {
  if (process.env.BENCH_OPENSEARCH_URL === undefined) throw new Error('opensearch needs BENCH_OPENSEARCH_URL');
  const table: Record<string, object> = {};
  for (const dir of folders) {
    const judgements = readJudgements(dir);
    await withCatalogue(dir, async (deps) => {
      const embedded = await topTens(deps, judgements);
      await withOpenSearch(deps, shards, async (onOpenSearch) => {
        const { row, isWithinLimits } = compareTopTens(embedded, await topTens(onOpenSearch, judgements));
        table[basename(dir)] = row;
        if (!isWithinLimits) process.exitCode = 1;
      });
    });
  }
  console.log(`Shards in OpenSearch: ${shards}`);
  console.table(table);
}

async function topTens(deps: Deps, judgements: Judgement[]): Promise<TopTen[]> {
  const tops: TopTen[] = [];
  for (const judgement of judgements) {
    const found = await searchLikeTheApi(deps, judgement.query);
    tops.push({ ndcg: judge(judgement, found).ndcg, ids: found.slice(0, 10).map(({ id }) => id) });
  }
  return tops;
}

const readJudgements = (dir: string): Judgement[] =>
  readFileSync(join(dir, 'judgements.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function withCatalogue(dir: string, action: (deps: Deps) => Promise<void>): Promise<void> {
  const file = join(dir, 'products.jsonl.gz');
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  const config = readConfig({ DATA_DIR, LOG_LEVEL: 'warn' });
  const onFault = (error: unknown) => console.error(error);
  try {
    // The catalogue is imported before the service starts, as in a restart.
    const store = await openSqliteStore({ folder: DATA_DIR, own: false });
    const { rows } = await readFeed({ path: file, now_ms: Date.now() });
    const report = await importProducts({ store, clock: systemClock }, '', rows);
    await store.close();
    console.log(`${file}: ${report.inserted} products`);
    const service = await compose({ config, onFault, baseUrl: () => '' });
    service.startBackground();
    await service.catchUp();
    await action(service.deps);
    await service.stop();
  } finally {
    rmSync(DATA_DIR, { recursive: true });
  }
}

async function searchLikeTheApi(deps: Deps, query: string) {
  const { items } = await searchProducts(deps, { body: { query, per_page: 100 }, headers: {} } as never);
  return items.map(({ id, name }) => ({ id, name }));
}

async function searchWithout(deps: Deps, text: string, without: string[]) {
  const { product_nos } = await deps.index.search({ text, criteria: [], exclude: [], limit: 100, without });
  const products = await deps.store.getProducts({ product_nos: [...product_nos] });
  return products.map(({ product: { id, name } }) => ({ id, name }));
}

async function measure(judgements: Judgement[], search: Search) {
  const rows: ReturnType<typeof judge>[] = [];
  for (const judgement of judgements) rows.push(judge(judgement, await search(judgement.query)));
  const mean = (figure: 'ndcg' | 'judged_only' | 'judged_at_10' | 'recall' | 'empty') =>
    (rows.reduce((sum, row) => sum + row[figure], 0) / rows.length).toFixed(4);
  const worst = rows.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, WORST);
  return {
    figures: {
      'NDCG@10': mean('ndcg'),
      'judged only': mean('judged_only'),
      'judged@10': mean('judged_at_10'),
      'recall@100': mean('recall'),
      empty: mean('empty'),
    },
    worst: worst.map(({ query, ndcg, first: [first, second] }) => ({ query, ndcg: ndcg.toFixed(3), first, second })),
  };
}

function judge({ query, gains }: Judgement, found: Hit[]) {
  const ideal = dcg(Object.values(gains).sort((a, b) => b - a)) || 1;
  const judged = found.filter(({ id }) => id in gains);
  const good = Object.keys(gains).filter((id) => gains[id]! > 0);
  return {
    query,
    ndcg: dcg(found.map(({ id }) => gains[id] ?? 0)) / ideal,
    judged_only: dcg(judged.map(({ id }) => gains[id]!)) / ideal,
    judged_at_10: found.slice(0, 10).filter(({ id }) => id in gains).length / 10,
    recall: good.length === 0 ? 1 : found.filter(({ id }) => gains[id]! > 0).length / good.length,
    empty: found.length === 0 ? 1 : 0,
    first: found.slice(0, 2).map(({ id, name }) => `${name.slice(0, 50)} [${gains[id] ?? 'unjudged'}]`),
  };
}

/** DCG@10 with linear gains. */
function dcg(gains: number[]): number {
  return gains.slice(0, 10).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
}
