// An engine from its empty folder to its figures, each step in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { generateSearches } from '../generate-catalogue.ts';
import { benchQueryOf, isWanted, type PeerProduct } from '../peers/engine.ts';
import { COMPILED } from '../service-process.ts';
import {
  type BuildFigures,
  type EngineFigures,
  type EngineName,
  LIMITS,
  SEARCHES,
  type SearchFigures,
} from './figures.ts';

/** `files`: where the catalogue is, of which the first `count` are taken; `products`: the same, to check what is found. */
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
    const built = await tell<BuildFigures>('build', name, folder, files, String(count));
    console.log(`${name}: searching …`);
    const searched = await tell<SearchFigures>('search', name, folder, files, String(count), String(built.empty_bytes));
    check(name, searched.found, products, count);
    return { products: count, ...built, ...searched };
  } finally {
    await tell('discard', name);
    rmSync(folder, { recursive: true });
  }
}

/** What one engine or one step leaves behind must not burden the next. */
async function tell<T>(...args: string[]): Promise<T> {
  const child = fork(`${import.meta.dirname}/engine-under-test.ts`, args, {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    execArgv: ['--expose-gc', '--max-old-space-size=8192', '--disable-warning=ExperimentalWarning'],
  });
  let told: T | undefined;
  child.on('message', (figures) => {
    told = figures as T;
  });
  const exited = once(child, 'exit');
  // A long message may arrive after the exit; nothing arrives after this.
  await once(child, 'disconnect');
  const [code] = await exited;
  if (told === undefined) throw new Error(`${args[1]} could not be measured (exit ${code}); why stands above`);
  return told;
}

/** An engine that finds what the filters forbid, or more than was asked for, does other work than the rest. */
function check(name: string, found: number[][], products: PeerProduct[], count: number): void {
  const queries = generateSearches(SEARCHES).map(benchQueryOf);
  const limit = Math.max(...LIMITS);
  for (const [i, numbers] of found.entries()) {
    const { asked, filters } = queries[i]!;
    const wrong = numbers.find((number) => number > count || !isWanted(products[number - 1]!, filters));
    if (wrong !== undefined || numbers.length > limit || new Set(numbers).size < numbers.length) {
      throw new Error(`${name} finds what it must not for ${JSON.stringify(asked)}: ${wrong ?? numbers.length}`);
    }
  }
}
