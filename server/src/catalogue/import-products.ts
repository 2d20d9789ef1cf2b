// Imports rows as they are read, in bounded transactions, and counts the outcome of each.
import { setImmediate } from 'node:timers/promises';
import type { ProductKey, ProductWrite } from '../store/catalogue-store.ts';
import { Batches, type RowWrite } from './batches.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { ImportProgress } from './import-progress.ts';
import { ImportReport } from './import-report.ts';
import { type Fault, type ParsedProduct, parseProduct } from './parse-product.ts';
import type { Deletion } from './record-converter.ts';
import { RunMerchants } from './run-merchants.ts';
import { saleFaults } from './sale-faults.ts';
import { summariseMerchants } from './summarise-merchants.ts';

const PAUSE_ROWS = 100;

/** A row of a feed: a raw object of our own JSONL, a parsed product or deletion, or a fault. */
export type FeedRow =
  | { line: number; value: unknown }
  | { line: number; read: ParsedProduct | Deletion | Fault }
  | { line: number; fault: Fault };

/** All rows at once, or chunk by chunk as the file is read: awaiting every single row would be slow. */
export type Rows = Iterable<FeedRow> | AsyncIterable<Iterable<FeedRow>>;

export const OTHER_FEED: Fault = { field: 'id', reason: 'belongs to another feed' };

/** Imports a delta: upserts products, and deletes those that the feed marks as deleted. */
export async function importProducts(
  deps: CatalogueDeps,
  feed: string,
  rows: Rows,
  report = new ImportReport(),
  progress = new ImportProgress(),
): Promise<ImportReport> {
  const merchants = new Set<number>();
  const write = async (batch: RowWrite[]) => {
    const products = batch.map(({ write: product }) => product);
    const outcome = await deps.store.upsertProducts({ feed, products, now_ms: deps.clock.now_ms() });
    report.add(outcome);
    for (const i of outcome.refused) report.reject(batch[i]!.line, OTHER_FEED);
    for (const id of outcome.merchant_ids) merchants.add(id);
  };
  const remove = async (keys: ProductKey[]) => {
    const { deleted, merchant_ids } = await deps.store.deleteProducts({ feed, keys });
    report.deleted += deleted;
    for (const id of merchant_ids) merchants.add(id);
  };
  await writeInBatches(rows, report, write, remove);
  progress.begin(() => ({ name: 'summarising merchants' }));
  await summariseMerchants(deps, [...merchants]);
  return report.totalled();
}

/** Runs while the next rows are read. Calls reach the store in the order in which they are made. */
type Write = (batch: RowWrite[]) => Promise<void>;
type Remove = (keys: ProductKey[]) => Promise<void>;

export async function writeInBatches(rows: Rows, report: ImportReport, write: Write, remove: Remove): Promise<void> {
  const batches = new Batches(write, remove);
  const merchants = new RunMerchants();
  for await (const piece of Symbol.asyncIterator in rows ? rows : [rows]) {
    for (const row of piece) {
      const read = readRow(row, report);
      // Yields to the event loop: a long synchronous loop would delay both requests to the store and their results.
      if (report.rows % PAUSE_ROWS === 0) await setImmediate();
      if (!read) continue;
      if ('deleted' in read) {
        const { id, merchant } = read.deleted;
        await batches.delete({ id, merchant: merchants.canonical(merchant), is_source_id: true });
      } else {
        const one = toWrite(report, read);
        await batches.write({ line: row.line, write: { ...one, merchant: merchants.canonical(one.merchant) } });
      }
    }
  }
  await batches.end();
}

/** Counts the row. Returns undefined if it is rejected. */
export function readRow(row: FeedRow, report: ImportReport): ParsedProduct | Deletion | undefined {
  report.rows++;
  const read = 'fault' in row ? row.fault : 'read' in row ? row.read : parseProduct(row.value);
  if (!('reason' in read)) return read;
  report.reject(row.line, read);
  return undefined;
}

export function toWrite(
  report: ImportReport,
  { product, merchant, dropped, is_source_id }: ParsedProduct,
): ProductWrite {
  for (const fault of dropped) report.drop(fault);
  for (const fault of saleFaults(product)) report.warn(fault);
  return is_source_id ? { product, merchant, is_source_id } : { product, merchant };
}
