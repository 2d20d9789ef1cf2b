// A worker thread that opens an engine's files and searches in a closed loop; there is one per core.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { generateSearches } from '../generate-catalogue.ts';
import { benchQueryOf, type EngineModule } from '../peers/engine.ts';
import { ENGINES, type EngineName, SEARCHES } from './figures.ts';
import { runSearches } from './run-searches.ts';

export interface SearchThreadInput {
  name: EngineName;
  folder: string;
  limit: number;
  /** Number of the thread: each starts at a different query. */
  first: number;
  warm_ms: number;
  ms: number;
}

const { name, folder, limit, first, warm_ms, ms } = workerData as SearchThreadInput;
const queries = generateSearches(SEARCHES).map(benchQueryOf);
const module: EngineModule = await ENGINES[name]();
const engine = await module.open(folder, 1);
const run = (max_ms: number) => runSearches(engine, queries, { limit, max_ms, first: first * 7 });
await run(warm_ms);
parentPort!.postMessage(0);
await once(parentPort!, 'message');
const { done, took_ms } = await run(ms);
parentPort!.postMessage((1000 * done) / took_ms);
await engine.close();
parentPort!.close();
