// The child process of `bench/import.ts`, for one measurement: parse only, read and normalise, or import.
import { createReadStream } from 'node:fs';
import { parse as csv } from 'csv-parse';
import { SaxesParser } from 'saxes';
import { writeInBatches } from '../server/src/catalogue/import-products.ts';
import { ImportReport } from '../server/src/catalogue/import-report.ts';
import { limitImportMemory } from '../server/src/catalogue/limit-import-memory.ts';
import { readFeed } from '../server/src/catalogue/read-feed.ts';
import { DelimitedSplitter } from '../server/src/catalogue/reading/split-delimited.ts';
import { JsonLinesSplitter } from '../server/src/catalogue/reading/split-json.ts';
import { runImport } from '../server/src/catalogue/run-import.ts';
import { systemClock } from '../server/src/clock.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';
import type { FeedKind } from './generate-feeds.ts';

export type Task = 'peer' | 'parse' | 'read' | 'import';

export interface Measurement {
  /** Wall-clock time. */
  seconds: number;
  /** CPU time of the main thread, which stays comparable on a busy machine. */
  cpu_seconds: number;
  extra_bytes: number;
}

const [task, kind, path, folder] = process.argv.slice(2) as [Task, FeedKind, string, string];

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
  const store = await openSqliteStore({ folder, own: true });
  const job = { feed: 'bench', mode: 'delta', source: 'bench', force: false, open: () => readFeed(options) } as const;
  await measure(async () => void (await runImport({ store, clock: systemClock }, job)));
  await store.close();
}
process.disconnect();
