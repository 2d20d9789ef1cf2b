// The child process that measures one engine: `build` creates its files, `search` opens them in a fresh process and
// measures, `discard` deletes data outside its folder. It sends the figures to its parent.
import { globSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { generateSearches, generateSubstringSearches } from '../generate-catalogue.ts';
import { type BenchQuery, benchQueryOf, type Engine, type EngineModule } from '../peers/engine.ts';
import { percentile } from '../percentile.ts';
import { openCatalogue } from './catalogue-files.ts';
import {
  type BuildFigures,
  ENGINES,
  type EngineName,
  LIMITS,
  type LimitFigures,
  SEARCHES,
  type SearchFigures,
} from './figures.ts';
import { runSearches } from './run-searches.ts';
import type { SearchThreadInput } from './search-thread.ts';

/** Several rounds, to reduce noise from other load. */
const ROUNDS = 5;
/** Long enough for the JIT compilers of the JVM and V8. */
const WARM_MS = 8000;
/** Slow engines complete fewer searches in this time; the query classes rotate, so that all are covered. */
const MEASURE_MS = 20_000;
const ALL_CORES_MS = 6000;
/** Concurrent searches for an engine with its own threads: enough to keep every thread busy. */
const CALLS_PER_CORE = 2;
/** Allocators return freed memory to the system within this time. */
const SETTLE_MS = 500;

const [phase, name, folder, files, products] = process.argv.slice(2) as [string, EngineName, string, string, string];

async function settledBytes({ server }: Pick<EngineModule, 'server'>): Promise<number | null> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc!();
    await sleep(SETTLE_MS / 3);
  }
  return server ? server.residentBytes() : process.memoryUsage().rss;
}

async function build(): Promise<BuildFigures> {
  const module: EngineModule = await ENGINES[name]();
  const empty_bytes = (await module.server?.residentBytes()) ?? null;
  const catalogue = openCatalogue(files, Number(products));
  const started = performance.now();
  const waited_ms = (await module.build(folder, catalogue)) ?? 0;
  const build_ms = performance.now() - started - catalogue.readingMs() - waited_ms;
  const paths = globSync(`${folder}/**`).map((path) => statSync(path));
  const bytes = paths.reduce((total, stat) => total + (stat.isFile() ? stat.size : 0), 0);
  const bytes_on_disk = (await module.server?.bytesOnDisk()) ?? bytes;
  return { ingest_per_second: (1000 * Number(products)) / build_ms, bytes_on_disk, empty_bytes };
}

async function search(empty_bytes: number | null): Promise<SearchFigures> {
  const queries = generateSearches(SEARCHES).map(benchQueryOf);
  const empty = await settledBytes({});
  const module: EngineModule = await ENGINES[name]();
  const started = performance.now();
  const engine = await module.open(folder, 1);
  await engine.search(queries[0]!, LIMITS[0]!);
  const reopen_ms = performance.now() - started;
  await engine.warm?.();
  const found: number[][] = [];
  const limits: LimitFigures[] = [];
  for (const limit of LIMITS) {
    const onFound = (numbers: number[]) => {
      if (limit === Math.max(...LIMITS) && found.length < queries.length) found.push(numbers);
    };
    await runSearches(engine, queries, { limit, max_ms: WARM_MS, onFound });
    limits.push({ ...(await measure(engine, queries, limit)), per_second_all_cores: 0 });
  }
  const before = module.server ? empty_bytes : empty;
  const after = await settledBytes(module);
  const bytes = before === null || after === null ? null : after - before;
  // After the memory measurement, because the peers do not do this work.
  const substring_ms = name === 'finderfee' ? await measureSubstringFilters(engine) : [];
  await engine.close();
  for (const [i, limit] of LIMITS.entries()) {
    limits[i]!.per_second_all_cores = await (module.parallel === 'threads'
      ? throughputInThreads(limit)
      : throughputInCalls(module, limit));
  }
  return { reopen_ms, bytes, found, limits, substring_ms };
}

async function measure(engine: Engine, queries: BenchQuery[], limit: number) {
  const latencies: Record<string, number[]> = {};
  const byQuery = new Map<BenchQuery, number[]>();
  const onTime = (took_ms: number, query: BenchQuery) => {
    const { name: kind } = query.generated;
    latencies[kind] ??= [];
    latencies[kind]!.push(took_ms);
    byQuery.set(query, [...(byQuery.get(query) ?? []), took_ms]);
  };
  let [first, per_second] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const run = { limit, first, maxSearches: queries.length, max_ms: MEASURE_MS / ROUNDS, onTime };
    const { done, took_ms } = await runSearches(engine, queries, run);
    first += done;
    per_second = Math.max(per_second, (1000 * done) / took_ms);
  }
  const medians = [...byQuery.values()].map((times) => percentile(times, 0.5));
  return { latencies, medians, per_second };
}

/** Every round runs all searches once, so that a search does not profit from its own earlier run. */
async function measureSubstringFilters(engine: Engine): Promise<number[]> {
  const queriesOf = (seed: number) =>
    generateSubstringSearches(SEARCHES, seed).map((generated) => ({ generated, tokens: [], filters: [] }));
  const once = { limit: Math.max(...LIMITS), maxSearches: SEARCHES };
  await runSearches(engine, queriesOf(4), once);
  const times = Array.from({ length: SEARCHES }, (): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    let next = 0;
    await runSearches(engine, queriesOf(3), { ...once, onTime: (took_ms) => times[next++]!.push(took_ms) });
  }
  return times.map((took) => percentile(took, 0.5));
}

/** Searches per second of all threads. Each opens the same files and warms up; then they start together. */
async function throughputInThreads(limit: number): Promise<number> {
  const workers = Array.from({ length: availableParallelism() }, (_, first) => {
    const workerData = { name, folder, limit, first, warm_ms: WARM_MS, ms: ALL_CORES_MS } satisfies SearchThreadInput;
    return new Worker(new URL('./search-thread.ts', import.meta.url), { workerData });
  });
  const next = (worker: Worker) =>
    new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await Promise.all(workers.map(next));
  const rates = Promise.all(workers.map(next));
  for (const worker of workers) worker.postMessage('start');
  return (await rates).reduce((total, rate) => total + rate, 0);
}

async function throughputInCalls(module: EngineModule, limit: number): Promise<number> {
  const queries = generateSearches(SEARCHES).map(benchQueryOf);
  const cores = availableParallelism();
  const engine = await module.open(folder, cores);
  await engine.warm?.();
  const callers = Array.from({ length: cores * CALLS_PER_CORE }, (_, n) => n * 7);
  const run = async (first: number, max_ms: number) => runSearches(engine, queries, { limit, first, max_ms });
  await Promise.all(callers.map((first) => run(first, WARM_MS)));
  const started = performance.now();
  const runs = await Promise.all(callers.map((first) => run(first, ALL_CORES_MS)));
  const took_ms = performance.now() - started;
  await engine.close();
  return (1000 * runs.reduce((total, { done }) => total + done, 0)) / took_ms;
}

async function discard(): Promise<object> {
  const module: EngineModule = await ENGINES[name]();
  await module.server?.discard();
  return {};
}

const phases: Record<string, () => Promise<object>> = {
  build,
  search: () => search(JSON.parse(process.argv[7]!)),
  discard,
};
const figures = await phases[phase]!();
process.send!(figures, () => process.disconnect());
