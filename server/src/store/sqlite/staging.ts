// Rows of full feeds put aside in SQLite, and what is done with them once their file is read to the end.
import type { MerchantInfo } from '../../product/product.ts';
import type { AppliedStep, ComparedProduct, DeletedStep, ProductKey, StageOutcome } from '../catalogue-port.ts';
import type { Connection } from './connection.ts';
import { findMerchantId } from './merchants.ts';
import { dataOf, Numbered, type PackedProduct, type PackedProducts } from './packed-products.ts';
import { deleteRows, findById, idOf, upsert } from './products.ts';

const MAX_STEP_BYTES = 8 * 1024 ** 2;

/** A row put aside has nobody beside it to share a merchant with. */
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
    const replaced = putAside(db, run_id, id, isSame ? [null, null] : [JSON.stringify(about), rest]);
    if (replaced) outcome.repeated++;
    else outcome[status === 'new' ? 'added' : 'known']++;
    outcome.unchanged += Number(isSame) - Number(replaced?.is_same ?? false);
  }
  return outcome;
}

/** The row that the run has brought before, which this one replaces; undefined for the first. */
function putAside(
  db: Connection,
  run_id: number,
  id: string,
  kept: [string | null, string | null],
): { is_same: boolean } | undefined {
  const insert = 'INSERT INTO staged_products (run_id, id, about, data) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
  if (db.run(insert, run_id, id, ...kept) > 0) return undefined;
  const old = db.get('SELECT data IS NULL AS is_same FROM staged_products WHERE run_id = ? AND id = ?', run_id, id)!;
  db.run('UPDATE staged_products SET about = ?, data = ? WHERE run_id = ? AND id = ?', ...kept, run_id, id);
  return { is_same: old.is_same === 1 };
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

/** As in products, where that can be known before the merchant is. */
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
  const abouts = staged.map(({ about }) => JSON.parse(about as string) as About);
  const merchants = new Numbered<MerchantInfo>();
  const hosts = new Numbered<string[]>();
  const rows = abouts.map((about, i) => ({
    ...about,
    merchant: merchants.numberOf(JSON.stringify(about.merchant), () => about.merchant),
    hosts: hosts.numberOf(about.hosts.join(' '), () => about.hosts),
    rest: staged[i]!.data as string,
  }));
  const products = { merchants: merchants.values, hosts: hosts.values, rows };
  const { refused: _, ...outcome } = upsert(db, { feed: by.feed, products, now_ms: by.now_ms });
  // By now each merchant has an id, and so has each product: it is one that the run has brought.
  const merchantIds = merchants.values.map((merchant) => findMerchantId(db, merchant));
  for (const [i, { no, id }] of staged.entries()) {
    const known = stagedId(abouts[i]!, merchantIds[rows[i]!.merchant]);
    if (known !== id) db.run('UPDATE OR REPLACE staged_products SET id = ? WHERE no = ?', known, no as number);
  }
  return { ...outcome, next: isEnd ? null : last };
}

/** A step of long rows has fewer of them: all of it is in memory at once. */
function stepOf(db: Connection, by: { run_id: number; after: number; limit: number }) {
  // By number, from where the last step ended: by the run's index (the plus keeps it out) each step would sort all rows.
  const rows = db.all(
    `SELECT no, octet_length(data) AS bytes FROM staged_products
     WHERE no > ? AND +run_id = ? AND data IS NOT NULL ORDER BY no LIMIT ?`,
    by.after,
    by.run_id,
    by.limit,
  ) as { no: number; bytes: number }[];
  let bytes = 0;
  const tooMany = rows.findIndex((row, i) => {
    bytes += row.bytes;
    return bytes > MAX_STEP_BYTES && i > 0;
  });
  const step = tooMany < 0 ? rows : rows.slice(0, tooMany);
  return { last: step.at(-1)?.no ?? by.after, isEnd: step.length === rows.length && rows.length < by.limit };
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
  let cleared = 0;
  let run_id = nextStagedRun(db, -1);
  // From run to run by the index: the rows of a run that is under way may be a million.
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
  return row?.run_id as number | undefined;
}
