// One import, from a file or an address, as the command's flags want it.
import { basename } from 'node:path';
import type { StoreDeps } from '../deps.ts';
import { isWebAddress, NOTHING_KNOWN } from '../fetching/download.ts';
import type { RunMode } from '../store/catalogue-port.ts';
import { type FeedFlags, readFlags } from './feed-flags.ts';
import { tryProducts } from './import-products.ts';
import { ImportProgress } from './import-progress.ts';
import { ImportReport } from './import-report.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';
import { STDIN } from './reading/stdin.ts';
import { readerOptions } from './registered-feed.ts';
import { type FetchEnvironment, importUrl, withDownload } from './run-feed.ts';
import { type FinishedRun, runImport } from './run-import.ts';
import { showProgress } from './show-progress.ts';

export interface ImportFlags extends FeedFlags {
  feed?: string;
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
  const options = readerOptions(readFlags(flags));
  const isPiped = file === STDIN;
  const named = isPiped ? { source: flags.feed || 'stdin' } : {};
  const local = { path: file, now_ms: deps.clock.now_ms(), ...named, ...options };
  const progress = new ImportProgress();
  const job = {
    feed: flags.feed ?? '',
    mode: flags.mode,
    force: flags.force ?? false,
    progress,
  };
  const stop = showProgress(progress);
  try {
    if (flags.dryRun && isWebAddress(file))
      return await withDownload(env, { url: file, known: NOTHING_KNOWN }, async (fetched) => {
        const { path } = (await fetched())!;
        return tryFile({ ...local, path, source: new URL(file).hostname }, progress);
      });
    if (flags.dryRun) return await tryFile(local, progress);
    if (isWebAddress(file)) return await importUrl(deps, env, { url: file, known: NOTHING_KNOWN, options }, job);
    return await runImport(deps, {
      ...job,
      disk: env.disk,
      source: isPiped ? 'stdin' : basename(file),
      open: () => readFeed(local),
    });
  } finally {
    stop();
  }
}

async function tryFile(options: FeedOptions, progress: ImportProgress): Promise<FinishedRun> {
  const reading = await readFeed(options);
  const report = new ImportReport();
  report.format = reading.format;
  report.recognised_by = reading.reason;
  progress.read(reading.progress, report);
  await tryProducts(reading.rows, report);
  report.notes = reading.ending.notes;
  return { run_id: 0, state: 'done', message: 'a dry run: nothing was changed', report };
}
