// Staging of full feeds in SQLite: rows are compared and staged while the file is read, and applied once it is complete.
import type { AppliedStep, ComparedProduct, DeletedStep, ProductKey, StageOutcome } from '../catalogue-store.ts';
import { flag, number } from '../columns.ts';
import { toStagedRow, toStepEnd } from '../rows/staged-product-row.ts';
import { compareProduct, isForeign, productId, stagedId } from '../rules/compare-product.ts';
import { dataOf, type PackedProducts } from '../rules/packed-products.ts';
import { countStaged, repackStaged, type StagedContent, stagedContent } from '../rules/stage-rows.ts';
import type { Connection } from './connection.ts';
import { findMerchantId } from './merchants.ts';
import { deleteRows, findById, refOf, upsert } from './products.ts';

export function stage(
  db: Connection,
  { run_id, feed, products }: { run_id: number; feed: string; products: PackedProducts },
): StageOutcome {
  const outcome: StageOutcome = { added: 0, known: 0, unchanged: 0, repeated: 0, refused: [] };
  for (const [i, { id, status }] of compare(db, { feed, products }).entries()) {
    if (status === 'foreign') outcome.refused.push(i);
    else countStaged(outcome, status, stageRow(db, run_id, id, stagedContent(products, i, status)));
  }
  return outcome;
}

/** Returns the earlier row of the same run that this one replaces, if any. */
function stageRow(
  db: Connection,
  run_id: number,
  id: string,
  { about, data }: StagedContent,
): { is_same: boolean } | undefined {
  const insert = 'INSERT INTO staged_products (run_id, id, about, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
  if (db.run(insert, run_id, id, about, data) > 0) return undefined;
  const old = db.get('SELECT data IS NULL AS is_same FROM staged_products WHERE run_id = ? AND id = ?', run_id, id)!;
  db.run('UPDATE staged_products SET about = ?, data = ? WHERE run_id = ? AND id = ?', about, data, run_id, id);
  return { is_same: flag(old, 'is_same') };
}

export function compare(
  db: Connection,
  { feed, products }: { feed: string; products: PackedProducts },
): ComparedProduct[] {
  const merchantIds = products.merchants.map((merchant) => findMerchantId(db, merchant));
  return products.rows.map((row) => {
    const merchantId = merchantIds[row.merchant];
    const old = findById(db, productId(row.id, merchantId, row.is_source_id));
    const merchant = products.merchants[row.merchant]!;
    return {
      id: old?.id ?? stagedId({ id: row.id, is_source_id: row.is_source_id, merchant }, merchantId),
      status: compareProduct(old, { feed, merchantId, hasSameData: ({ id, data }) => data === dataOf(row, id) }),
    };
  });
}

export function find(
  db: Connection,
  { feed, keys }: { feed: string; keys: ProductKey[] },
): { id: string; exists: boolean }[] {
  return keys.map((key) => {
    const merchantId = findMerchantId(db, key.merchant);
    const old = findById(db, productId(key.id, merchantId, key.is_source_id));
    return { id: old?.id ?? stagedId(key, merchantId), exists: old !== undefined && !isForeign(old, feed) };
  });
}

export function apply(
  db: Connection,
  by: { run_id: number; feed: string; after: number; limit: number; now_ms: number },
): AppliedStep {
  const has_ended = !isRunning(db, by.run_id);
  const { last, isEnd } = has_ended ? { last: by.after, isEnd: true } : stepOf(db, by);
  const staged = db.all(
    `SELECT no, id, about, data FROM staged_products
     WHERE no > ? AND no <= ? AND +run_id = ? AND data IS NOT NULL ORDER BY no`,
    by.after,
    last,
    by.run_id,
  );
  const rows = staged.map(toStagedRow);
  const products = repackStaged(rows);
  const { refused: _, ...outcome } = upsert(db, { feed: by.feed, products, now_ms: by.now_ms });
  // All merchants have ids now. Staged rows get their final ids, so that deleteUnstaged finds their products.
  const merchantIds = products.merchants.map((merchant) => findMerchantId(db, merchant));
  for (const [i, row] of staged.entries()) {
    const id = stagedId(rows[i]!.about, merchantIds[products.rows[i]!.merchant]);
    if (id !== row.id) db.run('UPDATE OR REPLACE staged_products SET id = ? WHERE no = ?', id, number(row, 'no'));
  }
  return { ...outcome, next: isEnd ? null : last, has_ended };
}

function stepOf(db: Connection, by: { run_id: number; after: number; limit: number }) {
  // The unary plus disables the index on run_id: with it, each step would sort all rows of the run.
  const rows = db.all(
    `SELECT no, octet_length(data) AS bytes FROM staged_products
     WHERE no > ? AND +run_id = ? AND data IS NOT NULL ORDER BY no LIMIT ?`,
    by.after,
    by.run_id,
    by.limit,
  );
  return toStepEnd(rows, by);
}

export function deleteUnstaged(
  db: Connection,
  { run_id, feed, after, limit }: { run_id: number; feed: string; after: number; limit: number },
): DeletedStep {
  if (!isRunning(db, run_id)) return { deleted: 0, merchant_ids: [], next: null, has_ended: true };
  const rows = db.all(
    `SELECT product_no, merchant_id, EXISTS
       (SELECT 1 FROM staged_products s WHERE s.run_id = ? AND s.id = p.id) AS is_staged
     FROM products p WHERE feed = ? AND product_no > ? ORDER BY product_no LIMIT ?`,
    run_id,
    feed,
    after,
    limit,
  );
  const absent = rows.filter((row) => !flag(row, 'is_staged'));
  const next = rows.length < limit ? null : number(rows.at(-1)!, 'product_no');
  return { ...deleteRows(db, absent.map(refOf)), next, has_ended: false };
}

export function clear(db: Connection, { limit }: { limit: number }): number {
  let cleared = 0;
  let run_id = nextStagedRun(db, -1);
  // Seeks from run to run, because a running import may have staged a million rows.
  for (; run_id !== undefined && cleared < limit; run_id = nextStagedRun(db, run_id)) {
    if (isRunning(db, run_id)) continue;
    cleared += db.run(
      'DELETE FROM staged_products WHERE no IN (SELECT no FROM staged_products WHERE run_id = ? LIMIT ?)',
      run_id,
      limit - cleared,
    );
  }
  return cleared;
}

const isRunning = (db: Connection, run_id: number): boolean =>
  db.get(`SELECT 1 FROM feed_runs WHERE id = ? AND state = 'running'`, run_id) !== undefined;

function nextStagedRun(db: Connection, after: number): number | undefined {
  const row = db.get('SELECT run_id FROM staged_products WHERE run_id > ? ORDER BY run_id LIMIT 1', after);
  return row && number(row, 'run_id');
}
