// Retention of what deleted products leave behind, and of feed runs, in SQLite.
import type { PurgeBy } from '../retention-port.ts';
import type { Connection } from './connection.ts';
import { lastChange } from './products.ts';

interface Deleted {
  product_no: number;
  id: string;
}

export function purgeDeletions(db: Connection, by: PurgeBy): number {
  const last = lastChange(db);
  let purged = 0;
  for (const { product_no, id } of listDeleted(db, 1, by)) {
    const change_no = db.get('SELECT change_no FROM changes WHERE product_no = ?', product_no)?.change_no as
      | number
      | undefined;
    // The next change is numbered after the last one, so that one stays.
    if (change_no === last) continue;
    db.run('DELETE FROM changes WHERE product_no = ?', product_no);
    if (hasPrices(db, id)) db.run('UPDATE deleted_products SET is_logged = 0 WHERE product_no = ?', product_no);
    else db.run('DELETE FROM deleted_products WHERE product_no = ?', product_no);
    db.run('UPDATE purged_changes SET change_no = ?1 WHERE change_no < ?1', change_no ?? 0);
    purged++;
  }
  return purged;
}

export function purgePrices(db: Connection, by: PurgeBy): number {
  let purged = 0;
  for (const { product_no, id } of listDeleted(db, 0, by)) {
    if (!isKeptElsewhere(db, id, product_no)) db.run('DELETE FROM price_changes WHERE id = ?', id);
    db.run('DELETE FROM deleted_products WHERE product_no = ?', product_no);
    purged++;
  }
  return purged;
}

/** The product came back under its id, or came back and was deleted again later. */
const isKeptElsewhere = (db: Connection, id: string, product_no: number): boolean =>
  db.get('SELECT 1 FROM products WHERE id = ?', id) !== undefined ||
  db.get('SELECT 1 FROM deleted_products WHERE id = ? AND product_no > ?', id, product_no) !== undefined;

const listDeleted = (db: Connection, is_logged: 0 | 1, { before_ms, limit }: PurgeBy): Deleted[] =>
  db.all(
    `SELECT product_no, id FROM deleted_products WHERE is_logged = ? AND deleted_at_ms < ?
     ORDER BY deleted_at_ms LIMIT ?`,
    is_logged,
    before_ms,
    limit,
  ) as unknown as Deleted[];

const hasPrices = (db: Connection, id: string): boolean =>
  db.get('SELECT 1 FROM price_changes WHERE id = ? LIMIT 1', id) !== undefined;

export const purgeWatermark = (db: Connection): number =>
  db.get('SELECT change_no FROM purged_changes WHERE one = 1')!.change_no as number;

/** In the order of their numbers, up to the first run that has given a sign of life since. */
export function purgeFeedRuns(db: Connection, { before_ms, limit }: PurgeBy): number {
  const front = db.all('SELECT id, seen_at_ms FROM feed_runs WHERE id > 0 ORDER BY id LIMIT ?', limit) as {
    id: number;
    seen_at_ms: number;
  }[];
  const young = front.findIndex(({ seen_at_ms }) => seen_at_ms >= before_ms);
  const old = front.slice(0, young < 0 ? front.length : young);
  for (const { id } of old) db.run('DELETE FROM feed_runs WHERE id = ?', id);
  return old.length;
}
