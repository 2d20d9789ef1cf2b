// Builds and measures one engine, each phase in a separate process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { generateSearches } from '../generate-catalogue.ts';
import { benchQueryOf, matchesFilters, type PeerProduct } from '../peers/engine.ts';
import { COMPILE_CACHE } from '../service-process.ts';
import {
  type BuildFigures,
  type EngineFigures,
  type EngineName,
  LIMITS,
  SEARCHES,
  type SearchFigures,
} from './figures.ts';

/**
 * `files` is the folder with the catalogue, of which the first `count` products are used; `products` checks the
 * results.
 */
export async function measureEngine(
  name: EngineName,
  files: string,
  count: number,
  products: PeerProduct[],
): Promise<EngineFigures> {
  const folder = `${files}/${name}`;
  mkdirSync(folder);
  try {
    console.log(`${name}, ${count.toLocaleString('en')} products: building …`);
    const built = await runPhase<BuildFigures>('build', name, folder, files, String(count));
    console.log(`${name}: searching …`);
    const searched = await runPhase<SearchFigures>(
      'search',
      name,
      folder,
      files,
      String(count),
      String(built.empty_bytes),
    );
    checkResults(name, searched.found, products, count);
    return { products: count, ...built, ...searched };
  } finally {
    await runPhase('discard', name);
    rmSync(folder, { recursive: true });
  }
}

/** A process per phase, so that garbage and caches of one phase do not affect the next. */
async function runPhase<T>(...args: string[]): Promise<T> {
  const child = fork(`${import.meta.dirname}/engine-under-test.ts`, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    execArgv: ['--expose-gc', '--max-old-space-size=8192', '--disable-warning=ExperimentalWarning'],
  });
  let figures: T | undefined;
  child.on('message', (message) => {
    figures = message as T;
  });
  const exited = once(child, 'exit');
  // A long message may arrive after `exit`, but not after `disconnect`.
  await once(child, 'disconnect');
  const [code] = await exited;
  if (figures === undefined) throw new Error(`${args[1]} could not be measured (exit code ${code}); see above`);
  return figures;
}

/** Rejects an engine that violates the filters or the limit: its figures would not be comparable. */
function checkResults(name: string, found: number[][], products: PeerProduct[], count: number): void {
  const queries = generateSearches(SEARCHES).map(benchQueryOf);
  const limit = Math.max(...LIMITS);
  for (const [i, numbers] of found.entries()) {
    const { generated, filters } = queries[i]!;
    const wrong = numbers.find((number) => number > count || !matchesFilters(products[number - 1]!, filters));
    if (wrong !== undefined || numbers.length > limit || new Set(numbers).size < numbers.length) {
      throw new Error(`${name} returns wrong results for ${JSON.stringify(generated)}: ${wrong ?? numbers.length}`);
    }
  }
}
