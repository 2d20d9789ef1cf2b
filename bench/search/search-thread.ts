// A thread that has an engine's files open and searches as fast as it can: one of as many as there are cores.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { generateSearches } from '../generate-catalogue.ts';
import { benchQueryOf, type EngineModule } from '../peers/engine.ts';
import { ENGINES, type EngineName, SEARCHES } from './figures.ts';
import { runSearches } from './run-searches.ts';

export interface ThreadOrders {
  name: EngineName;
  folder: string;
  limit: number;
  /** Its number: the threads begin at different queries. */
  first: number;
  warm_ms: number;
  ms: number;
}

const { name, folder, limit, first, warm_ms, ms } = workerData as ThreadOrders;
const queries = generateSearches(SEARCHES).map(benchQueryOf);
const module: EngineModule = await ENGINES[name]();
const engine = await module.open(folder, 1);
const most = Number.POSITIVE_INFINITY;
const run = (for_ms: number) => runSearches(engine, queries, { limit, most, ms: for_ms, first: first * 7 });
await run(warm_ms);
parentPort!.postMessage(0);
await once(parentPort!, 'message');
const { done, took_ms } = await run(ms);
parentPort!.postMessage((1000 * done) / took_ms);
await engine.close();
parentPort!.close();
