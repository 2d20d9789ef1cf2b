// Search: our index beside what one would pick instead, with the same products, queries, filters and top-k, and the whole
// service over HTTP beside OpenSearch and a bare route. `--only` names engines, and `http` for the service.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installPeers } from './peers/load-package.ts';
import { writeCatalogue } from './search/catalogue-files.ts';
import { type Figures, OURS, printEngines } from './search/engine-table.ts';
import { ENGINES, type EngineFigures, type EngineName } from './search/figures.ts';
import { measureEngine } from './search/measure-engine.ts';
import { measureBare, measureOpenSearch, measureService } from './search/service.ts';
import { printHttp, printLimits } from './search/service-table.ts';
import { watchStolenTime } from './stolen-time.ts';

/** Past this an engine of JavaScript objects takes minutes to build. */
const MOST_PRODUCTS: Partial<Record<EngineName, number>> = { minisearch: 20_000 };
/** Fewer say nothing, least of all a tenth of them. */
const FEWEST_PRODUCTS = 1000;
const HTTP = 'http';
const hasOpenSearch = process.env.BENCH_OPENSEARCH_URL !== undefined;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { products: { type: 'string', default: '1000000' }, only: { type: 'string' } },
  });
  const count = Number(values.products);
  if (!Number.isInteger(count) || count < FEWEST_PRODUCTS) throw new Error(`--products: at least ${FEWEST_PRODUCTS}`);
  const names = Object.keys(ENGINES) as EngineName[];
  const wanted = values.only?.split(',') ?? [...names.filter((name) => name !== 'opensearch' || hasOpenSearch), HTTP];
  const unknown = wanted.find((name) => name !== HTTP && !names.includes(name as EngineName));
  if (unknown !== undefined) throw new Error(`nothing is called ${unknown}: ${names.join(', ')}, ${HTTP}`);
  if (wanted.includes('opensearch') && !hasOpenSearch) throw new Error('BENCH_OPENSEARCH_URL names no OpenSearch');
  if (!hasOpenSearch) console.log('without OpenSearch: BENCH_OPENSEARCH_URL names none');
  installPeers();
  const files = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  try {
    console.log(`generating ${count.toLocaleString('en')} products …`);
    const products = await writeCatalogue(files, count);
    const stolenTime = watchStolenTime();
    const figures: Figures = {};
    for (const name of names.filter((each) => wanted.includes(each))) {
      figures[name] = await measureEngine(name, files, Math.min(count, MOST_PRODUCTS[name] ?? count), products);
    }
    let tenth: EngineFigures | undefined;
    if (figures[OURS]) tenth = await measureEngine(OURS, files, Math.ceil(count / 10), products);
    if (Object.keys(figures).length > 0) printEngines(figures);
    const service = wanted.includes(HTTP) ? await compareService(files, count) : undefined;
    printLimits({ engine: figures[OURS], tenth, service });
    const stolen = stolenTime();
    if (stolen)
      console.log(`The host of this machine took ${(100 * stolen).toFixed(1)} % of the processors' time meanwhile.`);
  } finally {
    rmSync(files, { recursive: true });
  }
}

async function compareService(files: string, count: number) {
  console.log('the service: importing, searching, changing …');
  const service = await measureService(files, count);
  const bare = await measureBare(service.http.bytes);
  const opensearch = hasOpenSearch ? { opensearch: await measureOpenSearch(files, count) } : {};
  printHttp({
    finderfee: service.remembering,
    'finderfee, SEARCH_CACHE_MB=0': service.http,
    ...opensearch,
    'bare Fastify route': bare,
  });
  return service;
}
