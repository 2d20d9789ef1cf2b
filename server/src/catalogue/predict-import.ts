// Dry run: predicts what an import would do to the current catalogue. It reads the same rows, applies the same rules
// and guards, and writes nothing.
import { hash } from 'node:crypto';
import type { ComparedProduct, ProductKey, ProductWrite } from '../store/catalogue-store.ts';
import type { RunMode } from '../store/feed-store.ts';
import type { RowWrite } from './batches.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { OTHER_FEED, writeInBatches } from './import-products.ts';
import type { ImportProgress } from './import-progress.ts';
import { ImportReport } from './import-report.ts';
import type { FeedContent } from './read-feed.ts';
import { guard } from './replace-products.ts';
import { type FinishedRun, NOTHING_CHANGED } from './run-import.ts';
import { type Sample, toSample } from './sample.ts';

const SAMPLES = 3;

export interface PredictedJob {
  feed: string;
  mode: RunMode;
  force: boolean;
  content: FeedContent;
  progress: ImportProgress;
}

export async function predictImport(
  deps: CatalogueDeps,
  job: PredictedJob,
): Promise<FinishedRun & { samples: Sample[] }> {
  const { feed, mode, content, progress } = job;
  const report = new ImportReport();
  report.format = content.format;
  report.recognised_by = content.reason;
  progress.read(content.progress, report);
  const samples: Sample[] = [];
  const catalogue = mode === 'full' ? new PredictedFull(report) : new PredictedDelta(report);
  const inTurn = inRequestOrder();
  const write = (batch: RowWrite[]) => {
    const products = batch.map((one) => one.write);
    for (const one of products.slice(0, SAMPLES - samples.length)) samples.push(toSample(one));
    const compared = deps.store.compareProducts({ feed, products });
    return inTurn(compared, (all) => {
      for (const [i, one] of all.entries())
        if (one.status === 'foreign') report.reject(batch[i]!.line, OTHER_FEED);
        else catalogue.write(products[i]!, one);
    });
  };
  // A full file deletes products that it does not contain, so rows marked as deleted are skipped.
  const remove = (keys: ProductKey[]) =>
    catalogue instanceof PredictedFull
      ? Promise.resolve()
      : inTurn(deps.store.findProducts({ feed, keys }), (found) => catalogue.delete(found));
  await writeInBatches(content.rows, report, write, remove);
  report.notes = content.ending.notes;
  const done = { run_id: 0, state: 'done' as const, message: 'dry run: nothing was changed', report, samples };
  if (catalogue instanceof PredictedDelta) return { ...done, report: report.totalled() };
  const before = await deps.store.countFeedProducts({ feed });
  const fault = job.force ? undefined : guard(report, { before, staged: catalogue.size, ...content.ending });
  if (fault) return { ...done, state: 'stopped', message: `${fault}${NOTHING_CHANGED}` };
  catalogue.apply(before);
  return { ...done, report: report.totalled() };
}

/** Handles results in request order, so that the rows of one product apply in file order. */
function inRequestOrder() {
  let last: Promise<void> = Promise.resolve();
  return <T>(request: Promise<T>, handle: (result: T) => void): Promise<void> => {
    last = Promise.all([request, last]).then(([result]) => handle(result));
    return last;
  };
}

const DELETED = -1;

/** Predicts a delta: a later row of a product is compared with the earlier one. */
class PredictedDelta {
  readonly #report: ImportReport;
  /** Fingerprints of the products written by this run, by id. */
  readonly #written = new Map<string, number>();

  constructor(report: ImportReport) {
    this.#report = report;
  }

  write(product: ProductWrite, { id, status }: ComparedProduct): void {
    const old = this.#written.get(id);
    const now = fingerprint(product);
    this.#written.set(id, now);
    if (old === DELETED || (old === undefined && status === 'new')) this.#report.inserted++;
    else if (old === undefined ? status === 'same' : old === now) this.#report.unchanged++;
    else this.#report.updated++;
  }

  delete(found: { id: string; exists: boolean }[]): void {
    for (const { id, exists } of found) {
      const old = this.#written.get(id);
      if (old === DELETED || (old === undefined && !exists)) continue;
      this.#written.set(id, DELETED);
      this.#report.deleted++;
    }
  }
}

/** The first six bytes of a hash: collisions between two rows of one product are negligible. */
const fingerprint = ({ product, merchant }: ProductWrite): number =>
  hash('sha1', `${merchant.id ?? merchant.key}\n${JSON.stringify(product)}`, 'buffer').readUIntBE(0, 6);

/** Predicts a full import: the last row of each product counts. */
class PredictedFull {
  readonly #report: ImportReport;
  readonly #staged = new Map<string, ComparedProduct['status']>();

  constructor(report: ImportReport) {
    this.#report = report;
  }

  get size(): number {
    return this.#staged.size;
  }

  write(_: ProductWrite, { id, status }: ComparedProduct): void {
    if (this.#staged.has(id)) this.#report.repeated++;
    this.#staged.set(id, status);
  }

  /** `before` is the number of products that the feed has now. Those that are not staged would be deleted. */
  apply(before: number): void {
    const report = this.#report;
    for (const status of this.#staged.values())
      report[status === 'new' ? 'inserted' : status === 'same' ? 'unchanged' : 'updated']++;
    report.deleted = before - report.updated - report.unchanged;
  }
}
