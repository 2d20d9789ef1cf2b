// Rows of full feeds put aside in SQLite, and what is done with them once their file is read to the end.
import type { AppliedStep, DeletedStep, ProductWrite, StageOutcome } from '../catalogue-port.ts';
import type { Connection } from './connection.ts';
import { findMerchantId } from './merchants.ts';
import { deleteRows, findOld, upsert } from './products.ts';

export function stage(
  db: Connection,
  { run_id, feed, products }: { run_id: number; feed: string; products: ProductWrite[] },
): StageOutcome {
  const outcome: StageOutcome = { added: 0, changed: 0, unchanged: 0, repeated: 0, refused: [] };
  for (const [i, write] of products.entries()) {
    const merchantId = findMerchantId(db, write.merchant);
    const id = stagedId(write, merchantId);
    const old = findOld(db, {
      id: write.product.id,
      merchant: write.merchant,
      is_source_id: write.is_source_id ?? false,
    });
    if (old && old.feed !== feed) {
      outcome.refused.push(i);
      continue;
    }
    const product = write.is_source_id ? { ...write.product, id } : write.product;
    const isSame = old !== undefined && old.merchant_id === merchantId && old.data === JSON.stringify(product);
    const isRepeated = db.get('SELECT 1 FROM staged_products WHERE run_id = ? AND id = ?', run_id, id) !== undefined;
    db.run(
      `INSERT INTO staged_products (run_id, id, data) VALUES (?1, ?2, ?3)
       ON CONFLICT (run_id, id) DO UPDATE SET data = ?3`,
      run_id,
      id,
      isSame ? null : JSON.stringify(write),
    );
    if (isRepeated) outcome.repeated++;
    else outcome[isSame ? 'unchanged' : old ? 'changed' : 'added']++;
  }
  return outcome;
}

/** As in products, where that can be known before the merchant is. */
function stagedId({ product, merchant, is_source_id }: ProductWrite, merchantId: number | undefined): string {
  if (!is_source_id) return product.id;
  return merchantId === undefined ? `${merchant.key}\n${product.id}` : `${merchantId}:${product.id}`;
}

export function apply(
  db: Connection,
  by: { run_id: number; feed: string; after: number; limit: number; now_ms: number },
): AppliedStep {
  const rows = db.all(
    'SELECT no, id, data FROM staged_products WHERE run_id = ? AND no > ? AND data IS NOT NULL ORDER BY no LIMIT ?',
    by.run_id,
    by.after,
    by.limit,
  );
  const products = rows.map(({ data }) => JSON.parse(data as string) as ProductWrite);
  const { refused: _, ...outcome } = upsert(db, { feed: by.feed, products, now_ms: by.now_ms });
  for (const [i, { no, id }] of rows.entries()) {
    // By now its merchant has an id, and so has the product: it is one that the run has brought.
    const known = stagedId(products[i]!, findMerchantId(db, products[i]!.merchant));
    if (known !== id) db.run('UPDATE OR REPLACE staged_products SET id = ? WHERE no = ?', known, no as number);
  }
  return { ...outcome, next: rows.length < by.limit ? null : (rows.at(-1)!.no as number) };
}

export function deleteUnstaged(
  db: Connection,
  { run_id, feed, after, limit }: { run_id: number; feed: string; after: number; limit: number },
): DeletedStep {
  const rows = db.all(
    `SELECT product_no, merchant_id, EXISTS
       (SELECT 1 FROM staged_products s WHERE s.run_id = ? AND s.id = p.id) AS is_staged
     FROM products p WHERE feed = ? AND product_no > ? ORDER BY product_no LIMIT ?`,
    run_id,
    feed,
    after,
    limit,
  );
  const gone = deleteRows(
    db,
    rows.filter(({ is_staged }) => !is_staged),
  );
  return { ...gone, next: rows.length < limit ? null : (rows.at(-1)!.product_no as number) };
}

export function clear(db: Connection, { limit }: { limit: number }): number {
  return db.run(
    `DELETE FROM staged_products WHERE no IN (SELECT no FROM staged_products
     WHERE run_id NOT IN (SELECT id FROM feed_runs WHERE state = 'running') LIMIT ?)`,
    limit,
  );
}
