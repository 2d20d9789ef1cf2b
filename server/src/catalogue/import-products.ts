// Brings products into the catalogue, in bounded transactions, and counts what became of each.
import type { StoreDeps } from '../deps.ts';
import type { ProductKey, ProductWrite } from '../store/port.ts';
import { ImportReport } from './import-report.ts';
import { type Fault, type ReadProduct, readProduct } from './read-product.ts';
import { summariseMerchants } from './summarise-merchants.ts';
import type { Deletion } from './to-product.ts';

const BATCH = 500;

/** A row of a feed: an object of our own JSONL, a product that was read, or why there is none. */
export type FeedRow =
  | { line: number; value: unknown }
  | { line: number; read: ReadProduct | Deletion | Fault }
  | { line: number; fault: Fault };

export async function importProducts(
  deps: StoreDeps,
  feed: string,
  rows: AsyncIterable<FeedRow> | Iterable<FeedRow>,
  report = new ImportReport(),
): Promise<ImportReport> {
  const merchants = new Set<number>();
  let batch: { line: number; write: ProductWrite }[] = [];
  let deletions: ProductKey[] = [];
  const flush = async () => {
    const outcome = await deps.store.upsertProducts({ feed, products: batch.map(({ write }) => write) });
    report.inserted += outcome.inserted;
    report.updated += outcome.updated;
    report.unchanged += outcome.unchanged;
    for (const i of outcome.refused) report.reject(batch[i]!.line, { field: 'id', reason: 'belongs to another feed' });
    for (const id of outcome.merchant_ids) merchants.add(id);
    batch = [];
    if (deletions.length === 0) return;
    const { deleted, merchant_ids } = await deps.store.deleteProducts({ feed, keys: deletions });
    report.deleted += deleted;
    for (const id of merchant_ids) merchants.add(id);
    deletions = [];
  };
  for await (const row of rows) {
    const read = judge(row, report);
    if (!read) continue;
    if ('deleted' in read) {
      // What came before it in the file must be there before it goes.
      deletions.push({ ...read.deleted, is_source_id: true });
      await flush();
    } else batch.push({ line: row.line, write: take(report, read) });
    if (batch.length === BATCH) await flush();
  }
  await flush();
  await summariseMerchants(deps, [...merchants]);
  report.products = report.inserted + report.updated + report.unchanged;
  return report;
}

/** Reads everything and changes nothing. */
export async function tryProducts(rows: AsyncIterable<FeedRow>, report: ImportReport): Promise<void> {
  for await (const row of rows) {
    const read = judge(row, report);
    if (!read) continue;
    if ('deleted' in read) report.deleted++;
    else if (take(report, read)) report.products++;
  }
}

/** What a row is; undefined for one that is rejected. */
function judge(row: FeedRow, report: ImportReport): ReadProduct | Deletion | undefined {
  report.rows++;
  const read = 'fault' in row ? row.fault : 'read' in row ? row.read : readProduct(row.value);
  if (!('reason' in read)) return read;
  report.reject(row.line, read);
  return undefined;
}

function take(report: ImportReport, { product, merchant, dropped, is_source_id }: ReadProduct): ProductWrite {
  for (const fault of dropped) report.drop(fault);
  return is_source_id ? { product, merchant, is_source_id } : { product, merchant };
}
