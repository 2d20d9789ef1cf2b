// Runs one import and records its state, counts and rejected rows, also if it fails.
import { type DiskLimit, hasRoom } from '../free-disk.ts';
import { FeedError, feedErrorMessage } from '../reading/feed-error.ts';
import type { FeedRun, RunMode, RunState } from '../store/feed-store.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { type FeedRow, importProducts } from './import-products.ts';
import { ImportProgress } from './import-progress.ts';
import { ImportReport } from './import-report.ts';
import type { FeedContent } from './read-feed.ts';
import { DECLARED_LOST, replaceProducts } from './replace-products.ts';
import { effectiveRun, thisRunner } from './runner.ts';

/** Appended to the reason of a run that a guard has stopped. */
export const NOTHING_CHANGED = ': nothing was changed';
const HEARTBEAT_MS = 2000;
const REJECTED_STEP = 500;
const CLEAR_STEP = 5000;

/** Another run of the feed is in progress, or may be: it stopped responding less than a minute ago. */
export class BusyError extends FeedError {}

export interface ImportJob {
  feed: string;
  mode: RunMode;
  /** Display name of the source, without secrets. */
  source: string;
  force: boolean;
  /** Free disk space to preserve. */
  disk?: DiskLimit;
  onBegin?: ((run_id: number) => void) | undefined;
  /** Called after the run has started. Null if the source reports no change. */
  open: () => Promise<FeedContent | null>;
  progress?: ImportProgress;
  /** Called before the run is marked as ended, so that an ended run is never visible without its consequences. */
  settle?: (state: RunState) => Promise<void>;
}

type WatchedJob = ImportJob & { progress: ImportProgress };

export interface FinishedRun {
  run_id: number;
  state: RunState;
  message: string;
  report: ImportReport;
}

export async function runImport(deps: CatalogueDeps, job: ImportJob): Promise<FinishedRun> {
  const { feed, mode, source, progress = new ImportProgress() } = job;
  const run_id = await begin(deps, { feed, mode, source, runner: thisRunner() });
  job.onBegin?.(run_id);
  const report = new ImportReport();
  const watch = { isLost: false };
  const timer = setInterval(() => {
    const seen = report.summary({ progress: progress.share });
    const heartbeat = deps.store.recordHeartbeat({ id: run_id, now_ms: deps.clock.now_ms(), report: seen });
    // A failed heartbeat is not an error: the next one follows.
    heartbeat.then((isKnown) => Object.assign(watch, { isLost: !isKnown })).catch(() => {});
  }, HEARTBEAT_MS);
  try {
    const { state, message } = await importContent(deps, run_id, { ...job, progress }, report, watch);
    await job.settle?.(state);
    await finish(deps, { run_id, state, message, report }, progress);
    return { run_id, state, message, report };
  } catch (error) {
    const message = feedErrorMessage(error) ?? 'internal error';
    await job.settle?.('failed').catch(() => {});
    await finish(deps, { run_id, state: 'failed', message, report }, progress).catch(() => {});
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Ends a previous run whose process is gone, then begins this one. */
async function begin({ store, clock }: CatalogueDeps, run: Pick<FeedRun, 'feed' | 'mode' | 'source' | 'runner'>) {
  let started = await store.beginRun({ ...run, now_ms: clock.now_ms() });
  const other = 'busy' in started ? await store.getRun({ id: started.busy }) : null;
  if (other && effectiveRun(other) !== other) {
    await store.finishRun({ ...effectiveRun(other), now_ms: clock.now_ms() });
    started = await store.beginRun({ ...run, now_ms: clock.now_ms() });
  }
  if ('busy' in started) throw new BusyError(`run ${started.busy} of this feed is in progress`);
  return started.run_id;
}

async function importContent(
  deps: CatalogueDeps,
  run_id: number,
  job: WatchedJob,
  report: ImportReport,
  watch: { isLost: boolean },
) {
  requireDiskSpace(job);
  const content = await job.open();
  if (!content) return { state: 'unchanged' as const, message: 'the source has not changed' };
  report.format = content.format;
  report.recognised_by = content.reason;
  job.progress.read(content.progress, report);
  const rows = whileRunnable(content.rows, job, watch);
  if (job.mode === 'delta') {
    await importProducts(deps, job.feed, rows, report, job.progress);
    report.notes = content.ending.notes;
    return { state: 'done' as const, message: '' };
  }
  const isComplete = () => content.ending.isComplete;
  const fault = await replaceProducts(deps, { ...job, run_id, rows, report, isComplete });
  report.notes = content.ending.notes;
  if (fault) return { state: 'stopped' as const, message: `${fault}${NOTHING_CHANGED}` };
  return { state: 'done' as const, message: '' };
}

/** Stops if the run was declared lost or the disk is nearly full. */
async function* whileRunnable(
  rows: FeedContent['rows'],
  job: WatchedJob,
  watch: { isLost: boolean },
): AsyncGenerator<Iterable<FeedRow>> {
  for await (const piece of rows) {
    if (watch.isLost) throw new FeedError(DECLARED_LOST);
    requireDiskSpace(job);
    yield piece;
  }
  job.progress.begin(() => ({ name: 'writing remaining rows' }));
}

function requireDiskSpace({ disk }: ImportJob): void {
  if (disk && !hasRoom(disk)) throw new FeedError('the disk is nearly full (see MIN_FREE_DISK_MB)');
}

async function finish(
  deps: CatalogueDeps,
  { run_id, state, message, report }: FinishedRun,
  progress: ImportProgress,
): Promise<void> {
  progress.begin(() => ({ name: 'finishing' }));
  const rows = report.faults.map(({ line, field, value = '', reason }) => ({
    line,
    field: storable(field),
    value: storable(value),
    reason: storable(reason),
  }));
  for (let i = 0; i < rows.length; i += REJECTED_STEP) {
    await deps.store.saveRejectedRows({ run_id, rows: rows.slice(i, i + REJECTED_STEP) });
  }
  const now_ms = deps.clock.now_ms();
  await deps.store.finishRun({ id: run_id, now_ms, state, message, report: report.summary() });
  let cleared = 0;
  progress.begin(() => ({ name: 'clearing staged rows', rows: cleared }));
  for (let step = CLEAR_STEP; step === CLEAR_STEP; cleared += step)
    step = await deps.store.clearStaged({ limit: CLEAR_STEP });
}

/** PostgreSQL cannot store U+0000, which a rejected row may quote from the file. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD');
