// Brings products into the catalogue, in bounded transactions, and counts what became of each.
import type { StoreDeps } from '../deps.ts';
import type { ProductWrite } from '../store/port.ts';
import { type Fault, type ReadProduct, readProduct } from './read-product.ts';
import { summariseMerchants } from './summarise-merchants.ts';

const BATCH = 500;
/** Of more faults than this only the counts are kept. */
const MAX_LISTED = 1000;

export interface ImportReport {
  format: 'finderfee';
  rows: number;
  /** Rows that are products of the catalogue now. */
  products: number;
  inserted: number;
  updated: number;
  unchanged: number;
  rejected: number;
  /** How many rows were rejected, by field and reason. */
  reasons: Record<string, number>;
  /** How many values were left out of products that stayed, by field and reason. */
  dropped: Record<string, number>;
  /** The first faults, by line. */
  faults: (Fault & { line: number })[];
}

/** A row of a feed: what it says, or why it cannot be read. */
export type FeedRow = { line: number; value: unknown } | { line: number; fault: Fault };

export async function importProducts(
  deps: StoreDeps,
  feed: string,
  rows: AsyncIterable<FeedRow> | Iterable<FeedRow>,
): Promise<ImportReport> {
  const report: ImportReport = {
    format: 'finderfee',
    rows: 0,
    products: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    reasons: {},
    dropped: {},
    faults: [],
  };
  const merchants = new Set<number>();
  let batch: { line: number; write: ProductWrite }[] = [];
  const flush = async () => {
    const outcome = await deps.store.upsertProducts({ feed, products: batch.map(({ write }) => write) });
    report.inserted += outcome.inserted;
    report.updated += outcome.updated;
    report.unchanged += outcome.unchanged;
    for (const i of outcome.refused) reject(report, batch[i]!.line, { field: 'id', reason: 'belongs to another feed' });
    for (const id of outcome.merchant_ids) merchants.add(id);
    batch = [];
  };
  for await (const row of rows) {
    report.rows++;
    const read = 'fault' in row ? row.fault : readProduct(row.value);
    if ('reason' in read) reject(report, row.line, read);
    else batch.push({ line: row.line, write: take(report, read) });
    if (batch.length === BATCH) await flush();
  }
  await flush();
  await summariseMerchants(deps, [...merchants]);
  report.products = report.inserted + report.updated + report.unchanged;
  return report;
}

function take(report: ImportReport, { product, merchant, dropped }: ReadProduct): ProductWrite {
  for (const fault of dropped) count(report.dropped, fault);
  return { product, merchant };
}

function reject(report: ImportReport, line: number, fault: Fault): void {
  report.rejected++;
  count(report.reasons, fault);
  if (report.faults.length < MAX_LISTED) report.faults.push({ line, ...fault });
}

function count(counts: Record<string, number>, { field, reason }: Fault): void {
  const key = `${field} ${reason}`.trim();
  counts[key] = (counts[key] ?? 0) + 1;
}
