// Imports a file, a URL or stdin once, or predicts what that would do.
import { basename } from 'node:path';
import { isWebAddress, NO_VALIDATORS } from '../fetching/download.ts';
import { checkFile } from '../reading/open-feed.ts';
import { STDIN } from '../reading/stdin.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { ImportProgress } from './import-progress.ts';
import { predictImport } from './predict-import.ts';
import { type FeedOptions, readFeed } from './read-feed.ts';
import { type FeedChoices, readerOptions } from './registered-feed.ts';
import { type FetchEnvironment, importUrl, withDownload } from './run-feed.ts';
import { type FinishedRun, type ImportJob, runImport } from './run-import.ts';
import type { Sample } from './sample.ts';
import { showProgress } from './show-progress.ts';

/** What to import, and how to read it. */
export interface SourceJob extends Pick<ImportJob, 'feed' | 'mode' | 'force' | 'onBegin'> {
  /** A path, a URL or `-` for stdin. */
  file: string;
  /** Display name of the file, if it is not its own. */
  name?: string | undefined;
  dry_run: boolean;
  choices: FeedChoices;
}

/** Throws if the file does not exist or cannot be read. */
export async function checkSource(file: string): Promise<void> {
  if (file !== STDIN && !isWebAddress(file)) await checkFile(file);
}

export async function importSource(
  deps: CatalogueDeps,
  env: FetchEnvironment,
  { file, name, dry_run, choices, ...run }: SourceJob,
): Promise<FinishedRun & { samples?: Sample[] }> {
  const options = readerOptions(choices);
  const isPiped = file === STDIN;
  const source = isPiped ? run.feed || 'stdin' : name;
  const local = { path: file, now_ms: deps.clock.now_ms(), ...(source ? { source } : {}), ...options };
  const progress = new ImportProgress();
  const job = { ...run, progress };
  const stop = showProgress(progress);
  try {
    const predict = async (options: FeedOptions) => predictImport(deps, { ...job, content: await readFeed(options) });
    if (dry_run && isWebAddress(file))
      return await withDownload(env, { url: file, validators: NO_VALIDATORS, progress }, async (fetched) => {
        const { path } = (await fetched())!;
        return predict({ ...local, path, source: new URL(file).hostname });
      });
    if (dry_run) return await predict(local);
    if (isWebAddress(file)) return await importUrl(deps, env, { url: file, validators: NO_VALIDATORS, options }, job);
    return await runImport(deps, {
      ...job,
      disk: env.disk,
      source: isPiped ? 'stdin' : (name ?? basename(file)),
      open: () => readFeed(local),
    });
  } finally {
    stop();
  }
}
