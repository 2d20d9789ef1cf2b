// `finderfee import FILE`: products into the catalogue, beside a running server.
import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { StoreDeps } from '../deps.ts';
import type { RunMode } from '../store/catalogue-port.ts';
import { addFeedFlags, type FeedFlags, readFlags } from './feed-flags.ts';
import { tryProducts } from './import-products.ts';
import { ImportReport } from './import-report.ts';
import { readFeed } from './read-feed.ts';
import { FeedError } from './reading/feed-error.ts';
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
): void {
  addFeedFlags(program.command('import <file>'))
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
          return showRun(await run(deps, file, flags), flags.json ?? false);
        } catch (error) {
          const said = sayable(error, file);
          if (said === undefined) throw error;
          console.error(said);
          return 1;
        }
      }),
    );
}

async function run(deps: StoreDeps, file: string, flags: ImportFlags): Promise<FinishedRun> {
  const options = { path: file, now_ms: deps.clock.now_ms(), ...(await readFlags(flags)) };
  let stop = () => {};
  try {
    if (flags.dryRun) {
      const reading = await readFeed(options);
      const report = new ImportReport();
      report.format = reading.format;
      report.recognised_by = reading.reason;
      stop = showProgress(reading, report);
      await tryProducts(reading.rows, report);
      report.notes = reading.ending.notes;
      return { run_id: 0, state: 'done', message: 'a dry run: nothing was changed', report };
    }
    return await runImport(deps, {
      feed: flags.feed,
      mode: flags.mode,
      source: basename(file),
      force: flags.force ?? false,
      open: () => readFeed(options),
      onReading: (reading, report) => {
        stop = showProgress(reading, report);
      },
    });
  } finally {
    stop();
  }
}

const FEED_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

function feedName(value: string): string {
  if (!FEED_NAME.test(value)) throw new InvalidArgumentError('must be letters, digits, _ . or -, at most 64');
  if (value === 'demo') throw new InvalidArgumentError('is the name of the demo catalogue');
  return value;
}
