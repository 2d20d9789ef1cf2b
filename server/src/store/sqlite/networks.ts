// Network accounts and their postbacks in SQLite.
import { number } from '../columns.ts';
import type { NetworkAccount, StoredPostback } from '../conversion-store.ts';
import { toNetwork, toPostback } from '../rows/network-row.ts';
import { refuseNetwork } from '../rules/capacity.ts';
import type { Connection } from './connection.ts';
import { countRows } from './count-rows.ts';

export function add(db: Connection, account: NetworkAccount & { token: string }): NetworkAccount | 'exists' | 'full' {
  const known = get(db, account);
  const refusal = refuseNetwork(known, () => countRows(db, 'network_accounts'));
  if (refusal) return refusal;
  const { name, dialect, mapping, currency, token, created_at_ms } = account;
  db.run(
    `INSERT INTO network_accounts (name, dialect, mapping, currency, token, created_at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET dialect = excluded.dialect, mapping = excluded.mapping,
       currency = coalesce(excluded.currency, currency), token = excluded.token`,
    ...[name, dialect, mapping, currency, token, created_at_ms],
  );
  return get(db, account)!;
}

export function get(db: Connection, { name }: { name: string }): NetworkAccount | null {
  const row = db.get('SELECT * FROM network_accounts WHERE name = ?', name);
  return row ? toNetwork(row) : null;
}

export function findByToken(db: Connection, { token }: { token: string }): NetworkAccount | null {
  const row = db.get('SELECT * FROM network_accounts WHERE token = ?', token);
  return row ? toNetwork(row) : null;
}

export const list = (db: Connection, { after, limit }: { after: string; limit: number }): NetworkAccount[] =>
  db.all('SELECT * FROM network_accounts WHERE name > ? ORDER BY name LIMIT ?', after, limit).map(toNetwork);

export const rotateToken = (db: Connection, { name, token }: { name: string; token: string }): boolean =>
  db.run('UPDATE network_accounts SET token = ? WHERE name = ?', token, name) > 0;

export function remove(db: Connection, { name }: { name: string }): 'removed' | 'kept' | 'unknown' {
  const row = db.get('UPDATE network_accounts SET token = NULL WHERE name = ? RETURNING account_no', name);
  if (!row) return 'unknown';
  const account_no = number(row, 'account_no');
  if (db.get('SELECT 1 FROM conversions WHERE account_no = ? LIMIT 1', account_no)) return 'kept';
  db.run('DELETE FROM postbacks WHERE account_no = ?', account_no);
  db.run('DELETE FROM network_accounts WHERE account_no = ?', account_no);
  return 'removed';
}

interface NewPostback extends Pick<StoredPostback, 'fields' | 'reason'> {
  account_no: number;
  now_ms: number;
}

export function insertPostback(db: Connection, { account_no, fields, reason, now_ms }: NewPostback): void {
  db.run(
    'INSERT INTO postbacks (account_no, received_at_ms, fields, reason) VALUES (?, ?, ?, ?)',
    ...[account_no, now_ms, fields, reason],
  );
}

export function rejectPostback(
  db: Connection,
  { network, ...postback }: { network: string; fields: string; reason: string; now_ms: number },
): boolean {
  const row = db.get('SELECT account_no FROM network_accounts WHERE name = ?', network);
  if (row) insertPostback(db, { account_no: number(row, 'account_no'), ...postback });
  return row !== undefined;
}

export function listPostbacks(
  db: Connection,
  by: { network: string | null; is_rejected: boolean | null; before: number | null; limit: number },
): StoredPostback[] {
  const conditions = ['p.no < ?'];
  const values: (string | number)[] = [by.before ?? Number.MAX_SAFE_INTEGER];
  if (by.network !== null) {
    conditions.push('p.account_no = (SELECT account_no FROM network_accounts WHERE name = ?)');
    values.push(by.network);
  }
  if (by.is_rejected !== null) conditions.push(`p.reason IS ${by.is_rejected ? 'NOT ' : ''}NULL`);
  return db
    .all(
      `SELECT p.no, a.name AS network, p.received_at_ms, p.fields, p.reason
       FROM postbacks p JOIN network_accounts a USING (account_no)
       WHERE ${conditions.join(' AND ')} ORDER BY p.no DESC LIMIT ?`,
      ...values,
      by.limit,
    )
    .map(toPostback);
}

export function countRejectedPostbacks(db: Connection, { network, limit }: { network: string; limit: number }): number {
  const row = db.get(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM postbacks WHERE account_no = (SELECT account_no FROM network_accounts WHERE name = ?)
         AND reason IS NOT NULL LIMIT ?)`,
    network,
    limit,
  );
  return number(row!, 'count');
}
