// Imports into PostgreSQL compared with SQLite, in alternating rounds: new products, unchanged ones, and pages read.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { queryDatabase } from '../test/support/postgres-client.ts';
import type { Measurement, Task } from './import-under-test.ts';
import { percentile } from './percentile.ts';

/** Measures a task on the store at a place: a folder or the address of a database. */
type Measure = (task: Task, place: string) => Promise<Measurement>;

interface Comparison {
  rows: number;
  rounds: number;
  folder: string;
  measure: Measure;
}

/** `again` imports the same feed a second time. A round reads a thousand pages, so its seconds are milliseconds per page. */
const TASKS = ['import', 'again', 'pages'] as const;

/** A row of the result: rates and times are medians of the rounds. */
export async function compareStores({ rows, rounds, folder, measure }: Comparison): Promise<object> {
  const server = fork(new URL('./postgres-under-test.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = (await once(server, 'message')) as [string];
  const seconds = { sqlite: times(), postgres: times() };
  for (let round = 0; round < rounds; round++) {
    await queryDatabase(url, `CREATE DATABASE round_${round}`);
    const places = { sqlite: join(folder, `round-${round}`), postgres: url.replace(/postgres$/, `round_${round}`) };
    for (const task of TASKS)
      for (const engine of ['sqlite', 'postgres'] as const)
        seconds[engine][task].push((await measure(task === 'pages' ? task : 'import', places[engine])).seconds);
  }
  server.disconnect();
  await once(server, 'exit');
  const median = (engine: keyof typeof seconds, task: (typeof TASKS)[number]) => percentile(seconds[engine][task], 0.5);
  const rate = (engine: keyof typeof seconds, task: 'import' | 'again') => Math.round(rows / median(engine, task));
  return {
    rows,
    'SQLite, rows/s': rate('sqlite', 'import'),
    'PostgreSQL, rows/s': rate('postgres', 'import'),
    'fraction of SQLite': (median('sqlite', 'import') / median('postgres', 'import')).toFixed(2),
    'unchanged, SQLite': rate('sqlite', 'again'),
    'unchanged, PostgreSQL': rate('postgres', 'again'),
    'page of 25, SQLite, ms': median('sqlite', 'pages').toFixed(2),
    'page of 25, PostgreSQL, ms': median('postgres', 'pages').toFixed(2),
    'times SQLite': (median('postgres', 'pages') / median('sqlite', 'pages')).toFixed(2),
  };
}

const times = () => ({ import: [] as number[], again: [] as number[], pages: [] as number[] });
