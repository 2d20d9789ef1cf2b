// Staging of full feeds in SQLite: rows are compared and staged while the file is read, and applied once it is complete.
import type { MerchantInfo } from '../../product/product.ts';
import type { AppliedStep, ComparedProduct, DeletedStep, ProductKey, StageOutcome } from '../catalogue-store.ts';
import { flag, json, number, text } from './columns.ts';
import type { Connection } from './connection.ts';
import { findMerchantId } from './merchants.ts';
import { dataOf, Interner, type PackedProduct, type PackedProducts } from './packed-products.ts';
import { deleteRows, findById, idOf, refOf, upsert } from './products.ts';

/** A step's rows are all in memory: steps of long rows have fewer of them. */
const MAX_STEP_BYTES = 8 * 1024 ** 2;

/** What a staged row needs besides the product. Unlike a packed row, it carries its own merchant and hosts. */
type About = Omit<PackedProduct, 'merchant' | 'hosts' | 'rest'> & { merchant: MerchantInfo; hosts: string[] };

export function stage(
  db: Connection,
  { run_id, feed, products }: { run_id: number; feed: string; products: PackedProducts },
): StageOutcome {
  const outcome: StageOutcome = { added: 0, known: 0, unchanged: 0, repeated: 0, refused: [] };
  for (const [i, { id, status }] of compare(db, { feed, products }).entries()) {
    if (status === 'foreign') {
      outcome.refused.push(i);
      continue;
    }
    const isSame = status === 'same';
    const { rest, ...others } = products.rows[i]!;
    const merchant = products.merchants[others.merchant]!;
    const about: About = { ...others, merchant, hosts: products.hosts[others.hosts]! };
    const replaced = stageRow(db, run_id, id, isSame ? [null, null] : [JSON.stringify(about), rest]);
    if (replaced) outcome.repeated++;
    else outcome[status === 'new' ? 'added' : 'known']++;
    outcome.unchanged += Number(isSame) - Number(replaced?.is_same ?? false);
  }
  return outcome;
}

/** Returns the earlier row of the same run that this one replaces, if any. */
function stageRow(
  db: Connection,
  run_id: number,
  id: string,
  content: [about: string | null, data: string | null],
): { is_same: boolean } | undefined {
  const insert = 'INSERT INTO staged_products (run_id, id, about, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
  if (db.run(insert, run_id, id, ...content) > 0) return undefined;
  const old = db.get('SELECT data IS NULL AS is_same FROM staged_products WHERE run_id = ? AND id = ?', run_id, id)!;
  db.run('UPDATE staged_products SET about = ?, data = ? WHERE run_id = ? AND id = ?', ...content, run_id, id);
  return { is_same: flag(old, 'is_same') };
}

export function compare(
  db: Connection,
  { feed, products }: { feed: string; products: PackedProducts },
): ComparedProduct[] {
  const merchantIds = products.merchants.map((merchant) => findMerchantId(db, merchant));
  return products.rows.map((row) => {
    const merchantId = merchantIds[row.merchant];
    const old = findById(db, idOf(row.id, merchantId, row.is_source_id));
    if (!old) {
      const { id, is_source_id } = row;
      return {
        id: stagedId({ id, is_source_id, merchant: products.merchants[row.merchant]! }, merchantId),
        status: 'new',
      };
    }
    if (old.feed !== feed) return { id: old.id, status: 'foreign' };
    const isSame = old.merchant_id === merchantId && old.data === dataOf(row, old.id);
    return { id: old.id, status: isSame ? 'same' : 'changed' };
  });
}

export function find(
  db: Connection,
  { feed, keys }: { feed: string; keys: ProductKey[] },
): { id: string; exists: boolean }[] {
  return keys.map((key) => {
    const merchantId = findMerchantId(db, key.merchant);
    const old = findById(db, idOf(key.id, merchantId, key.is_source_id));
    return { id: old?.id ?? stagedId(key, merchantId), exists: old?.feed === feed };
  });
}

/** The product's id, or its merchant's key and source id while the merchant has no id. */
function stagedId({ id, merchant, is_source_id }: ProductKey, merchantId: number | undefined): string {
  return idOf(id, merchantId, is_source_id) ?? `${merchant.key}\n${id}`;
}

export function apply(
  db: Connection,
  by: { run_id: number; feed: string; after: number; limit: number; now_ms: number },
): AppliedStep {
  const { last, isEnd } = stepOf(db, by);
  const staged = db.all(
    `SELECT no, id, about, data FROM staged_products
     WHERE no > ? AND no <= ? AND +run_id = ? AND data IS NOT NULL ORDER BY no`,
    by.after,
    last,
    by.run_id,
  );
  const abouts: About[] = staged.map((row) => json(row, 'about'));
  const merchants = new Interner<MerchantInfo>();
  const hosts = new Interner<string[]>();
  const rows = abouts.map((about, i) => ({
    ...about,
    merchant: merchants.numberOf(JSON.stringify(about.merchant), () => about.merchant),
    hosts: hosts.numberOf(about.hosts.join(' '), () => about.hosts),
    rest: text(staged[i]!, 'data'),
  }));
  const products = { merchants: merchants.values, hosts: hosts.values, rows };
  const { refused: _, ...outcome } = upsert(db, { feed: by.feed, products, now_ms: by.now_ms });
  // All merchants have ids now. Staged rows get their final ids, so that deleteUnstaged finds their products.
  const merchantIds = merchants.values.map((merchant) => findMerchantId(db, merchant));
  for (const [i, row] of staged.entries()) {
    const id = stagedId(abouts[i]!, merchantIds[rows[i]!.merchant]);
    if (id !== row.id) db.run('UPDATE OR REPLACE staged_products SET id = ? WHERE no = ?', id, number(row, 'no'));
  }
  return { ...outcome, next: isEnd ? null : last };
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
  let bytes = 0;
  const overflow = rows.findIndex((row, i) => {
    bytes += number(row, 'bytes');
    return bytes > MAX_STEP_BYTES && i > 0;
  });
  const step = overflow < 0 ? rows : rows.slice(0, overflow);
  const lastRow = step.at(-1);
  return {
    last: lastRow ? number(lastRow, 'no') : by.after,
    isEnd: step.length === rows.length && rows.length < by.limit,
  };
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
  const absent = rows.filter((row) => !flag(row, 'is_staged'));
  const next = rows.length < limit ? null : number(rows.at(-1)!, 'product_no');
  return { ...deleteRows(db, absent.map(refOf)), next };
}

export function clear(db: Connection, { limit }: { limit: number }): number {
  let cleared = 0;
  let run_id = nextStagedRun(db, -1);
  // Seeks from run to run, because a running import may have staged a million rows.
  for (; run_id !== undefined && cleared < limit; run_id = nextStagedRun(db, run_id)) {
    if (db.get(`SELECT 1 FROM feed_runs WHERE id = ? AND state = 'running'`, run_id)) continue;
    cleared += db.run(
      'DELETE FROM staged_products WHERE no IN (SELECT no FROM staged_products WHERE run_id = ? LIMIT ?)',
      run_id,
      limit - cleared,
    );
  }
  return cleared;
}

function nextStagedRun(db: Connection, after: number): number | undefined {
  const row = db.get('SELECT run_id FROM staged_products WHERE run_id > ? ORDER BY run_id LIMIT 1', after);
  return row && number(row, 'run_id');
}
