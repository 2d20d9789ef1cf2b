// Search: our index compared with other engines on the same products, queries, filters and top-k, and the service over
// HTTP compared with OpenSearch and a bare Fastify route. `--only` takes engine names, and `http` for the service.
// `--engine opensearch` compares our index in OpenSearch with plain queries of OpenSearch instead.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareWithPlainMatch } from './opensearch/compare-with-plain-match.ts';
import { installPeers } from './peers/load-package.ts';
import { writeCatalogue } from './search/catalogue-files.ts';
import { type Figures, OURS, printEngines } from './search/engine-table.ts';
import { ENGINES, type EngineFigures, type EngineName } from './search/figures.ts';
import { measureEngine } from './search/measure-engine.ts';
import { measureBare, measureOpenSearch, measureService } from './search/service.ts';
import { printHttp, printLimits } from './search/service-table.ts';
import { watchStolenTime } from './stolen-time.ts';

/** Larger MiniSearch indexes take minutes to build. */
const MAX_PRODUCTS: Partial<Record<EngineName, number>> = { minisearch: 20_000 };
/** Smaller catalogues give no meaningful figures; a tenth of the catalogue is measured as well. */
const MIN_PRODUCTS = 1000;
const HTTP = 'http';
const hasOpenSearch = process.env.BENCH_OPENSEARCH_URL !== undefined;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      products: { type: 'string', default: '1000000' },
      only: { type: 'string' },
      engine: { type: 'string', default: 'embedded' },
    },
  });
  const count = Number(values.products);
  if (!Number.isInteger(count) || count < MIN_PRODUCTS) throw new Error(`--products must be at least ${MIN_PRODUCTS}`);
  if (values.engine === 'opensearch') return compareWithPlainMatch(count);
  if (values.engine !== 'embedded') throw new Error('--engine must be embedded or opensearch');
  const names = Object.keys(ENGINES) as EngineName[];
  const wanted = values.only?.split(',') ?? [...names.filter((name) => name !== 'opensearch' || hasOpenSearch), HTTP];
  const unknown = wanted.find((name) => name !== HTTP && !names.includes(name as EngineName));
  if (unknown !== undefined) throw new Error(`unknown name ${unknown}; known are ${names.join(', ')}, ${HTTP}`);
  if (wanted.includes('opensearch') && !hasOpenSearch) throw new Error('opensearch needs BENCH_OPENSEARCH_URL');
  if (!hasOpenSearch) console.log('OpenSearch is not measured: BENCH_OPENSEARCH_URL is not set');
  installPeers();
  const files = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  try {
    console.log(`generating ${count.toLocaleString('en')} products …`);
    const products = await writeCatalogue(files, count);
    const stolenTime = watchStolenTime();
    const figures: Figures = {};
    for (const name of names.filter((each) => wanted.includes(each))) {
      figures[name] = await measureEngine(name, files, Math.min(count, MAX_PRODUCTS[name] ?? count), products);
    }
    let tenth: EngineFigures | undefined;
    if (figures[OURS]) tenth = await measureEngine(OURS, files, Math.ceil(count / 10), products);
    if (Object.keys(figures).length > 0) printEngines(figures);
    const service = wanted.includes(HTTP) ? await compareService(files, count) : undefined;
    printLimits({ engine: figures[OURS], tenth, service });
    const stolen = stolenTime();
    if (stolen) console.log(`CPU steal time during the run: ${(100 * stolen).toFixed(1)} %`);
  } finally {
    rmSync(files, { recursive: true });
  }
}

async function compareService(files: string, count: number) {
  console.log('service: importing, searching, updating …');
  const service = await measureService(files, count);
  const bare = await measureBare(service.http.bytes);
  const opensearch = hasOpenSearch ? { opensearch: await measureOpenSearch(files, count) } : {};
  printHttp({
    finderfee: service.cached,
    'finderfee, SEARCH_CACHE_MB=0': service.http,
    ...opensearch,
    'bare Fastify route': bare,
  });
  return service;
}
