// The child process of `bench/import.ts`, for one measurement: parse only, read and normalise, import, or read pages.
import { createReadStream } from 'node:fs';
import { parse as csv } from 'csv-parse';
import { SaxesParser } from 'saxes';
import { writeInBatches } from '../server/src/catalogue/import-products.ts';
import { ImportReport } from '../server/src/catalogue/import-report.ts';
import { limitImportMemory } from '../server/src/catalogue/limit-import-memory.ts';
import { readFeed } from '../server/src/catalogue/read-feed.ts';
import { runImport } from '../server/src/catalogue/run-import.ts';
import { systemClock } from '../server/src/clock.ts';
import { DelimitedSplitter } from '../server/src/reading/split-delimited.ts';
import { JsonLinesSplitter } from '../server/src/reading/split-json.ts';
import { openPostgresStore } from '../server/src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../server/src/store/store.ts';
import type { FeedKind } from './generate-feeds.ts';

export type Task = 'peer' | 'parse' | 'read' | 'import' | 'pages';

export interface Measurement {
  /** Wall-clock time. */
  seconds: number;
  /** CPU time of the main thread, which stays comparable on a busy machine. */
  cpu_seconds: number;
  extra_bytes: number;
}

/** `place` is a data folder, or the address of a PostgreSQL database. */
const [task, kind, path, place] = process.argv.slice(2) as [Task, FeedKind, string, string];

const PAGE = 25;
const PAGES = 1000;

/** The bare parsers, without repair of encodings, format detection or record conversion. */
const parsers: Record<FeedKind, () => { push(text: string): void }> = {
  csv: () => {
    const splitter = new DelimitedSplitter({ delimiter: ',', hasQuotes: true });
    return {
      push: (text) => {
        for (const _ of splitter.push(text));
      },
    };
  },
  xml: () => {
    const parser = new SaxesParser({ xmlns: false });
    for (const event of ['opentag', 'closetag', 'text', 'cdata'] as const) parser.on(event, () => {});
    return { push: (text) => void parser.write(text) };
  },
  jsonl: () => {
    const lines = new JsonLinesSplitter();
    return {
      push: (text) => {
        for (const { text: line } of lines.push(text)) JSON.parse(line!);
      },
    };
  },
};

/** csv-parse, the most common CSV parser, with rows as arrays. */
async function csvParse(): Promise<void> {
  const rows = createReadStream(path).pipe(csv({ relax_quotes: true, relax_column_count: true }));
  for await (const _ of rows);
}

async function parse(): Promise<void> {
  const parser = parsers[kind]();
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })) parser.push(chunk);
}

/** What a page of search results reads if none of its products is cached. Product numbers are 1 and up in a new store. */
async function readPages(store: Store): Promise<void> {
  const products = await store.countFeedProducts({ feed: 'bench' });
  for (let page = 0; page < PAGES; page++) {
    const product_nos = Array.from({ length: PAGE }, (_, i) => 1 + ((page * 7919 + i * 104_729) % products));
    await Promise.all([store.lastChange({}), store.getProducts({ product_nos })]);
  }
}

async function measure(action: () => Promise<void>): Promise<void> {
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const cpu = process.threadCpuUsage();
  await action();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.threadCpuUsage(cpu);
  const cpu_seconds = (user + system) / 1e6;
  process.send!({
    seconds,
    cpu_seconds,
    extra_bytes: process.resourceUsage().maxRSS * 1024 - before,
  } satisfies Measurement);
}

// The import command sets the same limit.
limitImportMemory();
const options = { path, now_ms: Date.now() };
const noop = async () => {};
if (task === 'peer') await measure(csvParse);
else if (task === 'parse') await measure(parse);
else if (task === 'read')
  await measure(async () => writeInBatches((await readFeed(options)).rows, new ImportReport(), noop, noop));
else {
  const store = place.startsWith('postgres:')
    ? await openPostgresStore({ url: place, prepare: true, pool: 14, own: true })
    : await openSqliteStore({ folder: place, own: true });
  const job = { feed: 'bench', mode: 'delta', source: 'bench', force: false, open: () => readFeed(options) } as const;
  if (task === 'import') await measure(async () => void (await runImport({ store, clock: systemClock }, job)));
  else {
    await readPages(store);
    await measure(() => readPages(store));
  }
  await store.close();
}
process.disconnect();
