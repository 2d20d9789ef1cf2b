// Imports a full feed: stages its rows, applies the guards to the whole, then replaces the feed's products.

import { FeedError } from '../reading/feed-error.ts';
import type { RowWrite } from './batches.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { OTHER_FEED, type Rows, writeInBatches } from './import-products.ts';
import type { ImportProgress } from './import-progress.ts';
import type { ImportReport } from './import-report.ts';
import { summariseMerchants } from './summarise-merchants.ts';

/** Why a process stops that was suspended for so long that a new run may be writing already. */
export const DECLARED_LOST = 'the run was declared lost, and a new one may be in progress';
const STEP = 1000;
const DELETE_STEP = 5000;
/** Losing more than half of the products is more likely a broken file than a clearance. */
const MAX_LOSS = 0.5;
const MAX_REJECTED = 0.2;

export interface Replacement {
  feed: string;
  run_id: number;
  rows: Rows;
  report: ImportReport;
  /** Call after the file was read: whether it was complete. */
  isComplete: () => boolean;
  /** Overrides the guards. */
  force: boolean;
  progress: ImportProgress;
}

/** Returns why the import stopped without a change; undefined if it was applied. */
export async function replaceProducts(deps: CatalogueDeps, replacement: Replacement): Promise<string | undefined> {
  const { feed, run_id, rows, report } = replacement;
  const before = await deps.store.countFeedProducts({ feed });
  let staged = 0;
  let known = 0;
  const stage = async (batch: RowWrite[]) => {
    const products = batch.map(({ write }) => write);
    const outcome = await deps.store.stageProducts({ run_id, feed, products });
    for (const i of outcome.refused) report.reject(batch[i]!.line, OTHER_FEED);
    staged += outcome.added + outcome.known;
    known += outcome.known;
    report.unchanged += outcome.unchanged;
    report.repeated += outcome.repeated;
  };
  // A full file deletes products that it does not contain, so rows marked as deleted are skipped.
  await writeInBatches(rows, report, stage, async () => {});
  const fault = replacement.force ? undefined : guard(report, { before, staged, isComplete: replacement.isComplete() });
  if (fault) {
    report.unchanged = 0;
    return fault;
  }
  await apply(deps, replacement, { written: staged - report.unchanged, deleted: before - known });
  return undefined;
}

/** Why a full feed must not be applied; undefined if it may be. */
export function guard(
  { rows, rejected }: ImportReport,
  { before, staged, isComplete }: { before: number; staged: number; isComplete: boolean },
): string | undefined {
  if (!isComplete) return 'the file is truncated';
  if (staged < before * (1 - MAX_LOSS)) return `the file has ${staged} products, and the feed had ${before}`;
  if (rejected > rows * MAX_REJECTED) return `${rejected} of ${rows} rows were rejected`;
  return undefined;
}

async function apply(
  deps: CatalogueDeps,
  { feed, run_id, report, progress }: Replacement,
  expected: { written: number; deleted: number },
): Promise<void> {
  const merchants = new Set<number>();
  const note = (ids: number[]) => {
    for (const id of ids) merchants.add(id);
  };
  progress.begin(() => ({ name: 'writing', products: report.inserted + report.updated, of: expected.written }));
  for (let after: number | null = 0; after !== null; ) {
    const by = { run_id, feed, after, limit: STEP, now_ms: deps.clock.now_ms() };
    const step = await deps.store.applyStaged(by);
    if (step.has_ended) throw new FeedError(DECLARED_LOST);
    report.add({ ...step, unchanged: 0 });
    note(step.merchant_ids);
    after = step.next;
  }
  progress.begin(() => ({ name: 'deleting', products: report.deleted, of: expected.deleted }));
  for (let after: number | null = 0; after !== null; ) {
    const step = await deps.store.deleteUnstaged({ run_id, feed, after, limit: DELETE_STEP });
    if (step.has_ended) throw new FeedError(DECLARED_LOST);
    report.deleted += step.deleted;
    note(step.merchant_ids);
    after = step.next;
  }
  progress.begin(() => ({ name: 'summarising merchants' }));
  await summariseMerchants(deps, [...merchants]);
  await deps.store.deleteEmptyMerchants({ ids: [...merchants] });
  report.totalled();
}
