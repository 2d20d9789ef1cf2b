// Runs a registered feed: downloads and imports it, then schedules the next run, with back-off after a failure.
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import {
  DownloadError,
  download,
  type FetchLimits,
  NO_VALIDATORS,
  shortenUrl,
  type Validators,
} from '../fetching/download.ts';
import type { DiskLimit } from '../free-disk.ts';
import { FeedError } from '../reading/feed-error.ts';
import { type FeedChange, type RegisteredFeed, RUN_LEASE_MS, type RunState } from '../store/feed-store.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { newDownload } from './downloads.ts';
import { retryAt_ms } from './feed-failure.ts';
import type { ImportProgress } from './import-progress.ts';
import { type FeedContent, type FeedOptions, readFeed } from './read-feed.ts';
import { readerOptions } from './registered-feed.ts';
import { BusyError, type FinishedRun, type ImportJob, runImport } from './run-import.ts';

/** Download limits, and the folder for downloads. */
export interface FetchEnvironment extends FetchLimits {
  folder: string;
  disk: DiskLimit;
}

export interface Source {
  url: string;
  validators: Validators;
  options: Omit<FeedOptions, 'path' | 'now_ms'>;
}

/** Downloads a URL to a temporary file, which exists until `action` ends. */
export async function withDownload<T>(
  env: FetchEnvironment,
  { url, validators, progress }: Pick<Source, 'url' | 'validators'> & { progress?: ImportProgress | undefined },
  action: (fetched: () => Promise<{ path: string; validators: Validators } | null>) => Promise<T>,
): Promise<T> {
  const path = await newDownload(env.folder);
  const fetched = async () => {
    let size = 0;
    const onSize = (bytes: number) => {
      size = bytes;
    };
    progress?.begin(() => ({ name: 'fetching', bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0, size }));
    const received = await download(url, path, validators, { ...env, onSize }).catch((error: unknown) => {
      throw error instanceof DownloadError ? new FeedError(error.message) : error;
    });
    return received === 'unchanged' ? null : { path, validators: received };
  };
  return action(fetched).finally(() => rm(path, { force: true }));
}

/** Imports the content of a URL. `settle` also receives the validators of the response. */
export function importUrl(
  deps: CatalogueDeps,
  env: FetchEnvironment,
  { url, validators, options }: Source,
  job: Omit<ImportJob, 'open' | 'source' | 'disk' | 'settle'>,
  settle: (state: RunState, validators: Validators) => Promise<void> = async () => {},
): Promise<FinishedRun> {
  return withDownload(env, { url, validators, progress: job.progress }, async (fetched) => {
    let received = validators;
    const open = async (): Promise<FeedContent | null> => {
      const file = await fetched();
      if (!file) return null;
      received = file.validators;
      const source = new URL(url).hostname;
      return readFeed({ path: file.path, source, now_ms: deps.clock.now_ms(), ...options });
    };
    return runImport(deps, {
      ...job,
      disk: env.disk,
      source: shortenUrl(url),
      open,
      settle: (state) => settle(state, received),
    });
  });
}

export interface RunOptions {
  force?: boolean;
  /** Download even if the source reports no change. */
  anew?: boolean;
  progress?: ImportProgress;
}

export async function runFeed(
  deps: CatalogueDeps,
  env: FetchEnvironment,
  feed: RegisteredFeed,
  { force = false, anew = false, progress }: RunOptions = {},
): Promise<FinishedRun> {
  const { id, mode, url, etag, last_modified } = feed;
  const validators = force || anew ? NO_VALIDATORS : { etag, last_modified };
  let isSettled = false;
  const settle = async (failures: number, change: FeedChange) => {
    // A feed that was changed during the run stays due, and its new source has not sent validators yet.
    const isUnchanged = await deps.store.updateFeed({ id, ...change, failures, if_settings: feed });
    if (!isUnchanged) await deps.store.updateFeed({ id, failures });
    isSettled = true;
  };
  const settleRun = (state: RunState, validators: Validators) => {
    const now_ms = deps.clock.now_ms();
    if (state === 'failed') return settle(feed.failures + 1, { next_run_at_ms: retryAt_ms(feed, now_ms) });
    // A stopped run has imported nothing, so the next one must download the same file again.
    const seen = state === 'done' ? validators : {};
    return settle(state === 'stopped' ? feed.failures + 1 : 0, { ...seen, next_run_at_ms: now_ms + feed.every_ms });
  };
  try {
    const job = { feed: id, mode, force, ...(progress ? { progress } : {}) };
    const source = { url, validators, options: readerOptions(JSON.parse(feed.options)) };
    return await importUrl(deps, env, source, job, settleRun);
  } catch (error) {
    // It may have failed before the run began.
    const isBusy = error instanceof BusyError;
    const now_ms = deps.clock.now_ms();
    const next_run_at_ms = isBusy ? now_ms + Math.min(feed.every_ms, RUN_LEASE_MS) : retryAt_ms(feed, now_ms);
    if (!isSettled) await settle(feed.failures + (isBusy ? 0 : 1), { next_run_at_ms }).catch(() => {});
    throw error;
  }
}
