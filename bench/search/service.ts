// The service over HTTP: import beside it, searches with whole answers, and changes that come while it is searched.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSearches } from '../generate-catalogue.ts';
import { type Latencies, measureLatency, measureThroughput, type Shot, send } from '../load.ts';
import { benchQueryOf } from '../peers/engine.ts';
import { importFile, KEY, type Server, settings, untilServerIdle, withReady, withServer } from '../service-process.ts';
import { importedFile, openCatalogue } from './catalogue-files.ts';
import { SEARCHES } from './figures.ts';
import { readLines } from './read-lines.ts';

const ROUNDS = 3;
export const CONNECTIONS = 16;
const SECONDS = 5;
const WARM_SECONDS = 5;
const PAGE = 25;
const CHANGED = 10_000;
/** How often it is looked whether a product is found: seldom enough to leave alone what is measured. */
const LOOK_AT_CHANGES_MS = 50;
const LOOK_AT_IMPORT_MS = 200;
const MOST_MINUTES = 30;

export interface HttpFigures extends Latencies {
  per_second: number;
  /**
   * The longest block of the event loop, by the clock, where others take the processor too, and by its own work alone. Of
   * OpenSearch it cannot be told.
   */
  lag_ms?: number;
  work_ms?: number;
}

export interface ServiceFigures {
  /** Every search is carried out. */
  http: HttpFigures;
  /** As it is without any setting: searches that come again are answered from memory. */
  remembering: HttpFigures;
  import_per_second: number;
  /** A bare reader of the same file: lines and JSON.parse. */
  parse_per_second: number;
  ready_ms: number;
  changes: ChangeFigures;
}

interface ChangeFigures {
  count: number;
  /** From the start and from the end of the import to the moment that its last product is found. */
  after_start_ms: number;
  after_import_ms: number;
  /** Of the searches that were answered until then. */
  meanwhile: Latencies;
}

export async function measureService(files: string, count: number): Promise<ServiceFigures> {
  const folder = `${files}/service`;
  mkdirSync(folder);
  try {
    const parse_per_second = parseBarely(files);
    const import_per_second = await measureImport(folder, files, count);
    const remembering = await withReady(settings(folder), (server) => measureHttp(shotsAt(server), server.child));
    return await withReady({ ...settings(folder), SEARCH_CACHE_MB: '0' }, async (server, ready_ms) => {
      const http = await measureHttp(shotsAt(server), server.child);
      const changes = await measureChanges(server, shotsAt(server), folder, files, count);
      return { http, remembering, import_per_second, parse_per_second, ready_ms, changes };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const shotsAt = (server: Server): Shot[] =>
  generateSearches(SEARCHES).map(({ query, criteria }) => shotOf(server, { query, criteria }));

const shotOf = ({ url }: Server, body: object): Shot => ({
  url: `${url}/v1/discovery/products/search`,
  body: JSON.stringify(body),
  headers: { 'x-api-key': KEY },
});

/** A stored answer of the same size from a route that does nothing else: the ceiling. */
export function measureBare(bytes: number): Promise<HttpFigures> {
  return withServer(['bare', String(bytes)], {}, ({ child, url }) => {
    const shots = Array.from({ length: SEARCHES }, () => ({ url, body: '{"query":"x"}', headers: {} }));
    return measureHttp(shots, child);
  });
}

export async function measureOpenSearch(files: string, count: number): Promise<HttpFigures> {
  const { wholeAnswers } = await import('../peers/opensearch.ts');
  const catalogue = openCatalogue(files, count);
  function* withItems() {
    const lines = catalogue.lines()[Symbol.iterator]();
    for (const batch of catalogue.products()) {
      const batchLines: string[] = lines.next().value;
      // An item of an answer has no description.
      yield batch.map((product, i) => ({
        ...product,
        item: { ...JSON.parse(batchLines[i]!), description: undefined },
      }));
    }
  }
  try {
    await wholeAnswers.build(withItems());
    const queries = generateSearches(SEARCHES).map(benchQueryOf);
    return await measureHttp(queries.map((query) => wholeAnswers.shotOf(query, PAGE)));
  } finally {
    await wholeAnswers.discard();
  }
}

async function measureHttp(shots: Shot[], child?: ChildProcess): Promise<HttpFigures> {
  await measureThroughput(shots, CONNECTIONS, WARM_SECONDS);
  child?.send('reset');
  const latencies = await measureLatency(shots, (sent) => sent < ROUNDS * shots.length);
  // Asked before several come at once: then it is others that a process waits for, the one that asks among them.
  const lag = child && (await lagOf(child));
  const per_second = await measureThroughput(shots, CONNECTIONS, SECONDS);
  return { ...latencies, per_second, ...lag };
}

async function lagOf(child: ChildProcess): Promise<{ lag_ms: number; work_ms: number }> {
  child.send('lag');
  const [lag] = (await once(child, 'message')) as [{ lag_ms: number; work_ms: number }];
  return lag;
}

function parseBarely(files: string): number {
  const started = performance.now();
  let parsed = 0;
  for (const line of readLines(importedFile(files))) if (JSON.parse(line)) parsed++;
  return (1000 * parsed) / (performance.now() - started);
}

/** Into a service that runs: the time ends when the last product is found. What is left to do then is done before others measure. */
function measureImport(folder: string, files: string, count: number): Promise<number> {
  return withServer(['service'], settings(folder), async (server) => {
    const started = performance.now();
    const imported = importFile(folder, importedFile(files));
    await Promise.all([imported, untilFound(server, `MX-${count - 1}`, LOOK_AT_IMPORT_MS)]);
    const per_second = (1000 * count) / (performance.now() - started);
    await untilServerIdle(server);
    return per_second;
  });
}

/** Products from all over the catalogue get another name, through the command, while one client searches on. */
async function measureChanges(
  server: Server,
  shots: Shot[],
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
  const found = untilFound(server, LAST_WORD, LOOK_AT_CHANGES_MS).then(() => {
    isFound = true;
    return performance.now();
  });
  const searched = measureLatency(shots, () => !isFound);
  const [meanwhile, found_ms] = await Promise.all([searched, found, imported]);
  return {
    count,
    after_start_ms: found_ms - started,
    after_import_ms: Math.max(0, found_ms - imported_ms),
    meanwhile,
  };
}

const LAST_WORD = 'Zyxwvu-9';

function writeChanges(file: string, files: string, count: number, step: number): void {
  const changed: string[] = [];
  let n = 0;
  for (const line of readLines(importedFile(files))) {
    if (n++ % step !== 0 || changed.length === count) continue;
    const product = JSON.parse(line) as { name: string };
    const name = `Renewed ${product.name}${changed.length === count - 1 ? ` ${LAST_WORD}` : ''}`;
    changed.push(JSON.stringify({ ...product, name }));
  }
  writeFileSync(file, changed.join('\n'));
}

/** Until a search for a word, which no other product has, answers with the product that has it in its name. */
async function untilFound(server: Server, word: string, look_ms: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const shot = shotOf(server, { query: word, per_page: 1 });
  const end = performance.now() + MOST_MINUTES * 60_000;
  for (;;) {
    const { status, text } = await send(agent, shot);
    if (status === 200 && JSON.parse(text).items[0]?.name.endsWith(word)) break;
    if (performance.now() > end)
      throw new Error(`after ${MOST_MINUTES} minutes ${word} is not found: ${status} ${text}`);
    await sleep(look_ms);
  }
  agent.destroy();
}
