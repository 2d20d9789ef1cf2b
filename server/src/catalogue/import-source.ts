// Runs `finderfee import` for a file, a URL or stdin.
import { basename } from 'node:path';
import { isWebAddress, NO_VALIDATORS } from '../fetching/download.ts';
import { checkFile } from '../reading/open-feed.ts';
import { STDIN } from '../reading/stdin.ts';
import type { RunMode } from '../store/feed-store.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { type FeedFlags, readFlags } from './feed-flags.ts';
import { ImportProgress } from './import-progress.ts';
import { predictImport } from './predict-import.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';
import { readerOptions } from './registered-feed.ts';
import { type FetchEnvironment, importUrl, withDownload } from './run-feed.ts';
import { type FinishedRun, runImport } from './run-import.ts';
import type { Sample } from './sample.ts';
import { showProgress } from './show-progress.ts';
import type { ShowFlags } from './show-run.ts';

export interface ImportFlags extends FeedFlags, ShowFlags {
  feed?: string;
  mode: RunMode;
  force?: boolean;
  dryRun?: boolean;
}

/** Throws if the file does not exist or cannot be read. */
export async function checkSource(file: string): Promise<void> {
  if (file !== STDIN && !isWebAddress(file)) await checkFile(file);
}

export async function importSource(
  deps: CatalogueDeps,
  env: FetchEnvironment,
  file: string,
  flags: ImportFlags,
): Promise<FinishedRun & { samples?: Sample[] }> {
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
    const predict = async (options: FeedOptions) => predictImport(deps, { ...job, content: await readFeed(options) });
    if (flags.dryRun && isWebAddress(file))
      return await withDownload(env, { url: file, validators: NO_VALIDATORS, progress }, async (fetched) => {
        const { path } = (await fetched())!;
        return predict({ ...local, path, source: new URL(file).hostname });
      });
    if (flags.dryRun) return await predict(local);
    if (isWebAddress(file)) return await importUrl(deps, env, { url: file, validators: NO_VALIDATORS, options }, job);
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
