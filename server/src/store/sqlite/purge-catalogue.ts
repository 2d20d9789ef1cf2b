// Retention in the catalogue: the traces of deleted products, and feed runs.

import { number, text } from '../columns.ts';
import type { PurgeBy } from '../purge-by.ts';
import { expiredRows } from '../rules/expired-rows.ts';
import type { Connection } from './connection.ts';
import { lastChange } from './products.ts';

interface DeletedProduct {
  product_no: number;
  id: string;
}

export function purgeDeletions(db: Connection, by: PurgeBy): number {
  const last = lastChange(db);
  let purged = 0;
  for (const { product_no, id } of listDeleted(db, 1, by)) {
    const row = db.get('SELECT change_no FROM changes WHERE product_no = ?', product_no);
    const change_no = row ? number(row, 'change_no') : 0;
    // The last change stays, because the next change number follows from it.
    if (row && change_no === last) continue;
    db.run('DELETE FROM changes WHERE product_no = ?', product_no);
    if (hasPrices(db, id)) db.run('UPDATE deleted_products SET is_logged = 0 WHERE product_no = ?', product_no);
    else db.run('DELETE FROM deleted_products WHERE product_no = ?', product_no);
    db.run('UPDATE purged_changes SET change_no = ?1 WHERE change_no < ?1', change_no);
    purged++;
  }
  return purged;
}

export function purgePrices(db: Connection, by: PurgeBy): number {
  let purged = 0;
  for (const { product_no, id } of listDeleted(db, 0, by)) {
    if (!isReused(db, id, product_no)) db.run('DELETE FROM price_changes WHERE id = ?', id);
    db.run('DELETE FROM deleted_products WHERE product_no = ?', product_no);
    purged++;
  }
  return purged;
}

/** A product with the same id exists, or was deleted later. */
const isReused = (db: Connection, id: string, product_no: number): boolean =>
  db.get('SELECT 1 FROM products WHERE id = ?', id) !== undefined ||
  db.get('SELECT 1 FROM deleted_products WHERE id = ? AND product_no > ?', id, product_no) !== undefined;

const listDeleted = (db: Connection, is_logged: 0 | 1, { before_ms, limit }: PurgeBy): DeletedProduct[] =>
  db
    .all(
      `SELECT product_no, id FROM deleted_products WHERE is_logged = ? AND deleted_at_ms < ?
     ORDER BY deleted_at_ms LIMIT ?`,
      is_logged,
      before_ms,
      limit,
    )
    .map((row) => ({ product_no: number(row, 'product_no'), id: text(row, 'id') }));

const hasPrices = (db: Connection, id: string): boolean =>
  db.get('SELECT 1 FROM price_changes WHERE id = ? LIMIT 1', id) !== undefined;

export const purgeWatermark = (db: Connection): number =>
  number(db.get('SELECT change_no FROM purged_changes WHERE one = 1')!, 'change_no');

export function purgeFeedRuns(db: Connection, { before_ms, limit }: PurgeBy): number {
  const oldest = db.all('SELECT id, seen_at_ms FROM feed_runs WHERE id > 0 ORDER BY id LIMIT ?', limit);
  const runs = oldest.map((row) => ({ id: number(row, 'id'), at_ms: number(row, 'seen_at_ms') }));
  const expired = expiredRows(runs, before_ms);
  for (const { id } of expired) db.run('DELETE FROM feed_runs WHERE id = ?', id);
  return expired.length;
}
