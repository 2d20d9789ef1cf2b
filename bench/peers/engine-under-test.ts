// One engine in a process of its own: builds it, checks what it finds, measures, and tells the figures to its parent.
import { setTimeout as sleep } from 'node:timers/promises';
import { generateSearches } from '../generate-catalogue.ts';
import {
  type BenchProduct,
  type BenchQuery,
  benchQueryOf,
  type Engine,
  isWanted,
  type PeerProduct,
  productBatches,
} from './engine.ts';
import { ENGINES, type EngineFigures, type EngineName, LIMITS, type LimitFigures, SEARCHES } from './figures.ts';

const ROUNDS = 3;
/** Memory that is given back is given back by then. */
const SETTLE_MS = 500;

const name = process.argv[2] as EngineName;
const products = Number(process.argv[3]);

async function settledBytes(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc!();
    await sleep(SETTLE_MS / 3);
  }
  return process.memoryUsage().rss;
}

/** Builds, and counts only the time that the engine takes: not what making the products takes. */
async function build(engine: Engine): Promise<number> {
  let making_ms = 0;
  function* timed(): Generator<BenchProduct[]> {
    const batches = productBatches(products);
    for (;;) {
      const started = performance.now();
      const { value, done } = batches.next();
      making_ms += performance.now() - started;
      if (done) return;
      yield value;
    }
  }
  const started = performance.now();
  await engine.build(timed());
  return performance.now() - started - making_ms;
}

/** An engine that finds what the filters forbid, or more than was asked for, does other work than the rest. */
async function check(engine: Engine, queries: BenchQuery[]): Promise<number> {
  const [limit] = LIMITS.toSorted((a, b) => b - a);
  const kept: PeerProduct[] = [];
  for (const batch of productBatches(products)) {
    for (const { peer } of batch) kept[peer.product_no] = { ...peer, text: '' };
  }
  let found = 0;
  for (const query of queries) {
    const numbers = Array.from(await engine.search(query, limit!));
    found += numbers.length;
    const wrong = numbers.find((number) => !isWanted(kept[number]!, query.filters));
    if (wrong !== undefined || numbers.length > limit! || new Set(numbers).size < numbers.length) {
      throw new Error(`${name} finds what it must not for ${JSON.stringify(query.asked)}: ${wrong ?? numbers.length}`);
    }
  }
  return found / queries.length;
}

async function measure(engine: Engine, queries: BenchQuery[], limit: number): Promise<LimitFigures> {
  const latencies: Record<string, number[]> = {};
  let total_ms = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const query of queries) {
      const started = performance.now();
      const answer = engine.search(query, limit);
      if (answer instanceof Promise) await answer;
      const took_ms = performance.now() - started;
      // The first round warms up.
      if (round === 0) continue;
      total_ms += took_ms;
      latencies[query.asked.name] ??= [];
      latencies[query.asked.name]!.push(took_ms);
    }
  }
  return { latencies, per_second: (1000 * ROUNDS * queries.length) / total_ms };
}

const queries = generateSearches(SEARCHES).map(benchQueryOf);
const empty = await settledBytes();
const engine = await (await ENGINES[name]()).open();
const build_ms = await build(engine);
const bytes = (await settledBytes()) - empty;
const limits: LimitFigures[] = [];
for (const limit of LIMITS) limits.push(await measure(engine, queries, limit));
const found = await check(engine, queries);
await engine.close();
process.send!({
  products,
  ingest_per_second: (1000 * products) / build_ms,
  bytes,
  found,
  limits,
} satisfies EngineFigures);
process.disconnect();
