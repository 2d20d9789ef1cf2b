// Registered feeds over HTTP.
import type { FeedChange as FeedChangeInput, FeedInput } from '@finderfee/contract/catalogue.ts';
import { AppError } from '../app-error.ts';
import type { FeedChange, FeedRun } from '../store/feed-store.ts';
import { toIso } from '../text/to-iso.ts';
import type { CatalogueDeps, FeedDeps } from './catalogue-deps.ts';
import { changeFeed } from './change-feed.ts';
import type { FormatName } from './formats/format.ts';
import type { Phase } from './import-progress.ts';
import { ImportReport } from './import-report.ts';
import type { FeedSettings } from './record-converter.ts';
import { type FeedChoices, readInterval, registerFeed, toWire } from './registered-feed.ts';
import { rejectedCsv } from './rejected-csv.ts';
import { effectiveRun } from './runner.ts';
import { validateFeed } from './validate-feed.ts';

export async function listFeeds({ store }: FeedDeps) {
  const [feeds, summaries] = await Promise.all([store.listFeeds({}), store.summariseFeeds({})]);
  const byFeed = new Map(summaries.map((summary) => [summary.feed, summary]));
  const stockOf = (id: string) => {
    const { products = 0, last_run = null } = byFeed.get(id) ?? {};
    return { products, last_run: last_run && runToWire(last_run) };
  };
  const registered = new Set(feeds.map(({ id }) => id));
  const others = summaries.filter(({ feed }) => !registered.has(feed));
  return {
    type: 'feed_list' as const,
    items: feeds.map((feed) => ({ ...toWire(feed), ...stockOf(feed.id) })),
    unregistered: others.map(({ feed: id }) => ({ id, ...stockOf(id) })),
  };
}

export async function createFeed(deps: FeedDeps, input: FeedInput) {
  validateFeed(input);
  const { id, url, mode, every, ...choices } = input;
  const every_ms = readInterval(every)!;
  const feed = { id, url, mode: mode as 'delta' | 'full', every_ms, choices: toChoices(choices) };
  return toWire(await registerFeed(deps, feed));
}

/** How a feed is read, as it is stored. */
export function toChoices({
  format,
  mapping,
  encoding,
  ...settings
}: Omit<FeedInput, 'id' | 'url' | 'mode' | 'every'>): FeedChoices {
  return {
    ...(format === 'auto' ? {} : { format: format as FormatName }),
    ...(encoding ? { encoding } : {}),
    ...(mapping === undefined || mapping === null ? {} : { mapping }),
    settings: {
      ...settings,
      ...(settings.currency ? { currency: settings.currency.toUpperCase() } : {}),
    } as FeedSettings,
  };
}

export async function getFeed(deps: CatalogueDeps, id: string) {
  const [feed, products, [last]] = await Promise.all([
    requireFeed(deps, id),
    deps.store.countFeedProducts({ feed: id }),
    deps.store.listRuns({ feed: id, before: null, limit: 1 }),
  ]);
  return { ...feed, products, last_run: last ? runToWire(last) : null };
}

export async function requireFeed({ store }: FeedDeps, id: string) {
  const feed = await store.getFeed({ id });
  if (!feed) throw new AppError('feed_not_found');
  return toWire(feed);
}

async function change(deps: FeedDeps, id: string, by: FeedChange) {
  if (!(await deps.store.updateFeed({ id, ...by }))) throw new AppError('feed_not_found');
  return requireFeed(deps, id);
}

export const pauseFeed = (deps: FeedDeps, id: string) => change(deps, id, { is_paused: true });

/** Makes the feed due now. The scheduler polls every second. */
export const resumeFeed = (deps: FeedDeps, id: string) =>
  change(deps, id, { is_paused: false, next_run_at_ms: deps.clock.now_ms() });

/** Requests one run now. A paused feed stays paused afterwards. */
export const runFeedSoon = (deps: FeedDeps, id: string, { force = false, anew = false } = {}) =>
  change(deps, id, { run_request: force ? 'force' : anew ? 'anew' : 'run' });

export const patchFeed = async (deps: FeedDeps, id: string, input: FeedChangeInput) =>
  toWire(await changeFeed(deps, id, input));

export async function listFeedRuns(
  { store }: FeedDeps,
  feed: string,
  by: { before?: number | undefined; per_page: number },
) {
  const runs = await store.listRuns({ feed, before: by.before ?? null, limit: by.per_page });
  return { type: 'feed_run_list' as const, items: runs.map(runToWire) };
}

export async function getFeedRun(deps: FeedDeps, feed: string, run_id: number) {
  return runToWire(await findRun(deps, feed, run_id));
}

async function findRun({ store }: FeedDeps, feed: string, run_id: number): Promise<FeedRun> {
  const run = await store.getRun({ id: run_id });
  if (run?.feed !== feed) throw new AppError('run_not_found');
  return run;
}

/** Counts of the report of a run, with its progress if it is running. */
type StoredReport = Partial<ImportReport & { progress: { phase: Phase['name']; share: number | null } }>;

function runToWire(stored: FeedRun) {
  const { report, seen_at_ms: _, runner: _runner, started_at_ms, finished_at_ms, feed, ...run } = effectiveRun(stored);
  const { progress = null, ...storedReport } = JSON.parse(report) as StoredReport;
  const { faults: _faults, format, ...counts } = Object.assign(new ImportReport(), storedReport);
  return {
    type: 'feed_run' as const,
    ...run,
    feed_id: feed,
    progress: run.state === 'running' ? progress : null,
    started_at: toIso(started_at_ms),
    finished_at: toIso(finished_at_ms),
    ...counts,
    format: counts.recognised_by ? format : null,
  };
}

export async function listRejectedRows(deps: FeedDeps, feed: string, run_id: number): Promise<string> {
  await findRun(deps, feed, run_id);
  return (await Array.fromAsync(rejectedCsv(deps, run_id))).join('');
}
