// One import, from a file or an address, as the command's flags want it.
import { basename } from 'node:path';
import type { StoreDeps } from '../deps.ts';
import { isWebAddress, NOTHING_KNOWN } from '../fetching/download.ts';
import type { RunMode } from '../store/catalogue-port.ts';
import { type FeedFlags, readFlags } from './feed-flags.ts';
import { tryProducts } from './import-products.ts';
import { ImportReport } from './import-report.ts';
import { type FeedOptions, type Reading, readFeed } from './read-feed.ts';
import { readerOptions } from './registered-feed.ts';
import { type FetchEnvironment, importUrl, withDownload } from './run-feed.ts';
import { type FinishedRun, runImport } from './run-import.ts';
import { showProgress } from './show-progress.ts';

export interface ImportFlags extends FeedFlags {
  feed: string;
  mode: RunMode;
  force?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

export async function importSource(
  deps: StoreDeps,
  env: FetchEnvironment,
  file: string,
  flags: ImportFlags,
): Promise<FinishedRun> {
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
    if (flags.dryRun && isWebAddress(file))
      return await withDownload(env, { url: file, known: NOTHING_KNOWN }, async (fetched) => {
        const { path } = (await fetched())!;
        return tryFile({ ...local, path, source: new URL(file).hostname }, job.onReading);
      });
    if (flags.dryRun) return await tryFile(local, job.onReading);
    if (isWebAddress(file)) return await importUrl(deps, env, { url: file, known: NOTHING_KNOWN, options }, job);
    return await runImport(deps, { ...job, disk: env.disk, source: basename(file), open: () => readFeed(local) });
  } finally {
    stop();
  }
}

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
