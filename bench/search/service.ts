// Measures the service over HTTP: import, searches with full responses, and updates during searches.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSearches } from '../generate-catalogue.ts';
import { type BenchRequest, type Latencies, measureLatency, measureThroughput, send } from '../load.ts';
import { benchQueryOf } from '../peers/engine.ts';
import {
  importFile,
  KEY,
  type Server,
  settings,
  waitUntilServerIdle,
  withReadyServer,
  withServer,
} from '../service-process.ts';
import { catalogueFile, openCatalogue } from './catalogue-files.ts';
import { SEARCHES } from './figures.ts';
import { readLines } from './read-lines.ts';

const ROUNDS = 3;
export const CONNECTIONS = 16;
const SECONDS = 5;
/** The compilers of the JVM need this long under load. */
const WARM_SECONDS = 60;
const PAGE = 25;
const CHANGED = 10_000;
/** Poll intervals for a product to become searchable, long enough not to disturb the measurement. */
const CHANGES_POLL_MS = 50;
const IMPORT_POLL_MS = 200;
const MAX_MINUTES = 30;

export interface HttpFigures extends Latencies {
  per_second: number;
  /** Longest event-loop block in wall-clock time, and in CPU time. Unknown for OpenSearch. */
  lag_ms?: number;
  work_ms?: number;
}

export interface ServiceFigures {
  /** Without the result cache. */
  http: HttpFigures;
  /** With the default settings: repeated searches are answered from the cache. */
  cached: HttpFigures;
  import_per_second: number;
  /** Splitting the same file into lines and parsing them with JSON.parse. */
  parse_per_second: number;
  ready_ms: number;
  changes: ChangeFigures;
}

interface ChangeFigures {
  count: number;
  /** From the start and the end of the import until its last product is searchable. */
  after_start_ms: number;
  after_import_ms: number;
  /** Latencies of the searches answered until then. */
  during: Latencies;
}

export async function measureService(files: string, count: number): Promise<ServiceFigures> {
  const folder = `${files}/service`;
  mkdirSync(folder);
  try {
    const parse_per_second = measureBareParse(files);
    const import_per_second = await measureImport(folder, files, count);
    const cached = await withReadyServer(settings(folder), (server) =>
      measureHttp(searchRequests(server), server.child),
    );
    return await withReadyServer({ ...settings(folder), SEARCH_CACHE_MB: '0' }, async (server, ready_ms) => {
      const http = await measureHttp(searchRequests(server), server.child);
      const changes = await measureChanges(server, searchRequests(server), folder, files, count);
      return { http, cached, import_per_second, parse_per_second, ready_ms, changes };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const searchRequests = (server: Server): BenchRequest[] =>
  generateSearches(SEARCHES).map(({ query, criteria }) => searchRequest(server, { query, criteria }));

const searchRequest = ({ url }: Server, body: object): BenchRequest => ({
  url: `${url}/v1/discovery/products/search`,
  body: JSON.stringify(body),
  headers: { 'x-api-key': KEY },
});

/** A route that returns a constant of the same size: the upper bound. */
export function measureBare(bytes: number): Promise<HttpFigures> {
  return withServer(['bare', String(bytes)], {}, ({ child, url }) => {
    const requests = Array.from({ length: SEARCHES }, () => ({ url, body: '{"query":"x"}', headers: {} }));
    return measureHttp(requests, child);
  });
}

export async function measureOpenSearch(files: string, count: number): Promise<HttpFigures> {
  const { fullResponses } = await import('../peers/opensearch.ts');
  const catalogue = openCatalogue(files, count);
  function* withItems() {
    const lines = catalogue.lines()[Symbol.iterator]();
    for (const batch of catalogue.products()) {
      const batchLines: string[] = lines.next().value;
      // Search results do not include the description.
      yield batch.map((product, i) => ({
        ...product,
        item: { ...JSON.parse(batchLines[i]!), description: undefined },
      }));
    }
  }
  try {
    await fullResponses.build(withItems());
    const queries = generateSearches(SEARCHES).map(benchQueryOf);
    return await measureHttp(queries.map((query) => fullResponses.requestOf(query, PAGE)));
  } finally {
    await fullResponses.discard();
  }
}

async function measureHttp(requests: BenchRequest[], child?: ChildProcess): Promise<HttpFigures> {
  await measureThroughput(requests, CONNECTIONS, WARM_SECONDS);
  child?.send('reset');
  const latencies = await measureLatency(requests, (sent) => sent < ROUNDS * requests.length);
  // Read before the throughput test, during which the event loop competes for CPU with the load generator.
  const lag = child && (await lagOf(child));
  const per_second = await measureThroughput(requests, CONNECTIONS, SECONDS);
  return { ...latencies, per_second, ...lag };
}

async function lagOf(child: ChildProcess): Promise<{ lag_ms: number; work_ms: number }> {
  child.send('lag');
  const [lag] = (await once(child, 'message')) as [{ lag_ms: number; work_ms: number }];
  return lag;
}

function measureBareParse(files: string): number {
  const started = performance.now();
  let parsed = 0;
  for (const line of readLines(catalogueFile(files))) if (JSON.parse(line)) parsed++;
  return (1000 * parsed) / (performance.now() - started);
}

/**
 * Imports into a running service; the time ends when the last product is searchable. Waits for the background work to
 * end.
 */
function measureImport(folder: string, files: string, count: number): Promise<number> {
  return withServer(['service'], settings(folder), async (server) => {
    const started = performance.now();
    const imported = importFile(folder, catalogueFile(files));
    await Promise.all([imported, waitUntilFound(server, `MX-${count - 1}`, IMPORT_POLL_MS)]);
    const per_second = (1000 * count) / (performance.now() - started);
    await waitUntilServerIdle(server);
    return per_second;
  });
}

/** Renames products across the catalogue through the import command while one client keeps searching. */
async function measureChanges(
  server: Server,
  requests: BenchRequest[],
  folder: string,
  files: string,
  products: number,
): Promise<ChangeFigures> {
  const count = Math.min(CHANGED, products);
  const file = `${folder}/changes.jsonl`;
  writeChanges(file, files, count, Math.floor(products / count));
  const started = performance.now();
  let imported_ms = 0;
  let isFound = false;
  const imported = importFile(folder, file).then(() => {
    imported_ms = performance.now();
  });
  const found = waitUntilFound(server, LAST_WORD, CHANGES_POLL_MS).then(() => {
    isFound = true;
    return performance.now();
  });
  const searched = measureLatency(requests, () => !isFound);
  const [during, found_ms] = await Promise.all([searched, found, imported]);
  return {
    count,
    after_start_ms: found_ms - started,
    after_import_ms: Math.max(0, found_ms - imported_ms),
    during,
  };
}

const LAST_WORD = 'Zyxwvu-9';

function writeChanges(file: string, files: string, count: number, step: number): void {
  const changed: string[] = [];
  let n = 0;
  for (const line of readLines(catalogueFile(files))) {
    if (n++ % step !== 0 || changed.length === count) continue;
    const product = JSON.parse(line) as { name: string };
    const name = `Renewed ${product.name}${changed.length === count - 1 ? ` ${LAST_WORD}` : ''}`;
    changed.push(JSON.stringify({ ...product, name }));
  }
  writeFileSync(file, changed.join('\n'));
}

/** Waits until a search for a unique word returns the product that has it in its name. */
async function waitUntilFound(server: Server, word: string, poll_ms: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const request = searchRequest(server, { query: word, per_page: 1 });
  const end = performance.now() + MAX_MINUTES * 60_000;
  for (;;) {
    const { status, text } = await send(agent, request);
    if (status === 200 && JSON.parse(text).items[0]?.name.endsWith(word)) break;
    if (performance.now() > end)
      throw new Error(`${word} was not found within ${MAX_MINUTES} minutes: ${status} ${text}`);
    await sleep(poll_ms);
  }
  agent.destroy();
}
