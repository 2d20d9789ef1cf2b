// `finderfee import FILE|URL`: products into the catalogue, beside a running server.
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import type { StoreDeps } from '../deps.ts';
import { NOTHING_KNOWN, shortenUrl } from '../fetching/download.ts';
import type { RunMode } from '../store/catalogue-port.ts';
import { addFeedFlags, type FeedFlags, feedName, readFlags } from './feed-flags.ts';
import { tryProducts } from './import-products.ts';
import { ImportReport } from './import-report.ts';
import { type FeedOptions, type Reading, readFeed } from './read-feed.ts';
import { FeedError } from './reading/feed-error.ts';
import { readerOptions } from './registered-feed.ts';
import { type FetchEnvironment, importUrl, withDownload } from './run-feed.ts';
import { type FinishedRun, runImport } from './run-import.ts';
import { showProgress } from './show-progress.ts';
import { sayable, showRun } from './show-run.ts';

interface ImportFlags extends FeedFlags {
  feed: string;
  mode: RunMode;
  force?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export function addImportCommand(
  program: Command,
  withDeps: (action: (deps: StoreDeps) => Promise<number>) => Promise<void>,
  fetchEnv: () => FetchEnvironment,
): void {
  addFeedFlags(program.command('import <file-or-url>'))
    .description('import products from a feed, plain, gzip or zip; a running server finds them within a second')
    .option('--feed <name>', 'the feed that the products belong to', feedName, '')
    .addOption(
      new Option('--mode <mode>', 'delta adds and changes; full replaces what the same feed brought before')
        .choices(['delta', 'full'])
        .default('delta'),
    )
    .option('--force', 'apply a full feed that has lost half of its products, or a fifth of its rows')
    .option('--dry-run', 'read everything, change nothing')
    .option('--json', 'print the report as one line of JSON')
    .action((file: string, flags: ImportFlags) =>
      withDeps(async (deps) => {
        try {
          if (flags.mode === 'full' && flags.feed === '')
            throw new FeedError('a full import replaces what a feed brought before: name the feed with --feed NAME');
          return showRun(await run(deps, fetchEnv(), file, flags), flags.json ?? false);
        } catch (error) {
          const said = sayable(error, isUrl(file) ? shortenUrl(file) : file);
          if (said === undefined) throw error;
          console.error(said);
          return 1;
        }
      }),
    );
}

async function run(deps: StoreDeps, env: FetchEnvironment, file: string, flags: ImportFlags): Promise<FinishedRun> {
  const options = readerOptions(await readFlags(flags));
  const local = { path: file, now_ms: deps.clock.now_ms(), ...options };
  let stop = () => {};
  const job = {
    feed: flags.feed,
    mode: flags.mode,
    force: flags.force ?? false,
    onReading: (reading: Reading, report: ImportReport) => {
      stop = showProgress(reading, report);
    },
  };
  try {
    if (flags.dryRun && isUrl(file))
      return await withDownload(env, { url: file, known: NOTHING_KNOWN }, async (fetched) => {
        const { path } = (await fetched())!;
        return tryFile({ ...local, path, source: new URL(file).hostname }, job.onReading);
      });
    if (flags.dryRun) return await tryFile(local, job.onReading);
    if (isUrl(file)) return await importUrl(deps, env, { url: file, known: NOTHING_KNOWN, options }, job);
    return await runImport(deps, { ...job, source: basename(file), open: () => readFeed(local) });
  } finally {
    stop();
  }
}

const isUrl = (file: string) => /^https?:\/\//i.test(file);

async function tryFile(
  options: FeedOptions,
  onReading: (reading: Reading, report: ImportReport) => void,
): Promise<FinishedRun> {
  const reading = await readFeed(options);
  const report = new ImportReport();
  report.format = reading.format;
  report.recognised_by = reading.reason;
  onReading(reading, report);
  await tryProducts(reading.rows, report);
  report.notes = reading.ending.notes;
  return { run_id: 0, state: 'done', message: 'a dry run: nothing was changed', report };
}
