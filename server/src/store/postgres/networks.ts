// Network accounts and their postbacks on PostgreSQL.
import { number } from '../columns.ts';
import type { NetworkAccount, StoredPostback } from '../conversion-store.ts';
import { toNetwork, toPostback } from '../rows/network-row.ts';
import { refuseNetwork } from '../rules/capacity.ts';
import { columnsOf } from './columns-of.ts';
import { countRows } from './count-rows.ts';
import { filteredList } from './filtered-list.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const GET = statement('SELECT * FROM finderfee.network_accounts WHERE name = $1');
const LOCK = statement('SELECT * FROM finderfee.network_accounts WHERE name = $1 FOR UPDATE');
const FIND_BY_TOKEN = statement('SELECT * FROM finderfee.network_accounts WHERE token = $1');
const LIST = statement('SELECT * FROM finderfee.network_accounts WHERE name > $1 ORDER BY name LIMIT $2');
/** Without a row, another instance has added the account meanwhile. */
const ADD = statement(`
  INSERT INTO finderfee.network_accounts AS a (name, dialect, mapping, currency, token, created_at_ms)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (name) DO UPDATE SET dialect = excluded.dialect, mapping = excluded.mapping,
    currency = coalesce(excluded.currency, a.currency), token = excluded.token WHERE a.token IS NULL
  RETURNING *`);
const SET_TOKEN = statement('UPDATE finderfee.network_accounts SET token = $2 WHERE name = $1');
const HAS_CONVERSION = statement(
  'SELECT id FROM finderfee.conversions WHERE account_no = $1 ORDER BY account_no, transaction_id LIMIT 1',
);
const DELETE_POSTBACKS = statement('DELETE FROM finderfee.postbacks WHERE account_no = $1');
const DELETE = statement('DELETE FROM finderfee.network_accounts WHERE account_no = $1');

const INSERT_POSTBACKS = statement(`
  INSERT INTO finderfee.postbacks (account_no, received_at_ms, fields)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[])`);
const REJECT_POSTBACK = statement(`
  INSERT INTO finderfee.postbacks (account_no, received_at_ms, fields, reason)
  SELECT a.account_no, $2::bigint, $3::text, $4::text
  FROM (SELECT account_no FROM finderfee.network_accounts WHERE name = $1 FOR KEY SHARE) a`);

const COUNT_REJECTED = statement(`
  SELECT count(*) AS count FROM (
    SELECT 1 FROM finderfee.postbacks
    WHERE account_no = (SELECT account_no FROM finderfee.network_accounts WHERE name = $1) AND reason IS NOT NULL
    LIMIT $2) rejected`);

const postbackList = (condition: string) =>
  filteredList(
    `SELECT p.no, p.received_at_ms, p.fields, p.reason,
       (SELECT a.name FROM finderfee.network_accounts a WHERE a.account_no = p.account_no) AS network
     FROM finderfee.postbacks p WHERE ${condition}`,
    'p.no',
    { network: (name) => `p.account_no = (SELECT account_no FROM finderfee.network_accounts WHERE name = ${name})` },
  );
const ALL_POSTBACKS = postbackList('true');
const RECORDED_POSTBACKS = postbackList('p.reason IS NULL');
const REJECTED_POSTBACKS = postbackList('p.reason IS NOT NULL');

export async function add(
  tx: Transaction,
  account: NetworkAccount & { token: string },
): Promise<NetworkAccount | 'exists' | 'full'> {
  const { name, dialect, mapping, currency, token, created_at_ms } = account;
  const [known, count] = await Promise.all([tx.row(LOCK, name), countRows(tx, 'network_accounts')]);
  const refusal = refuseNetwork(known ? toNetwork(known) : null, () => count);
  if (refusal) return refusal;
  const added = await tx.row(ADD, name, dialect, mapping, currency, token, created_at_ms);
  return added ? toNetwork(added) : 'exists';
}

export async function get(db: Queryable, { name }: { name: string }): Promise<NetworkAccount | null> {
  const [row] = await db.rows(GET, name);
  return row ? toNetwork(row) : null;
}

export async function findByToken(db: Queryable, { token }: { token: string }): Promise<NetworkAccount | null> {
  const [row] = await db.rows(FIND_BY_TOKEN, token);
  return row ? toNetwork(row) : null;
}

export async function list(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<NetworkAccount[]> {
  return (await db.rows(LIST, after, limit)).map(toNetwork);
}

export async function rotateToken(tx: Transaction, { name, token }: { name: string; token: string }): Promise<boolean> {
  return (await tx.run(SET_TOKEN, name, token)) > 0;
}

export async function remove(tx: Transaction, { name }: { name: string }): Promise<'removed' | 'kept' | 'unknown'> {
  const row = await tx.row(LOCK, name);
  if (!row) return 'unknown';
  const account_no = number(row, 'account_no');
  if (await tx.row(HAS_CONVERSION, account_no)) {
    tx.send(SET_TOKEN, name, null);
    return 'kept';
  }
  tx.send(DELETE_POSTBACKS, account_no);
  tx.send(DELETE, account_no);
  return 'removed';
}

export function insertPostbacks(
  tx: Transaction,
  postbacks: readonly { account_no: number; now_ms: number; fields: string }[],
): void {
  if (postbacks.length > 0) tx.send(INSERT_POSTBACKS, ...columnsOf(postbacks, 'account_no', 'now_ms', 'fields'));
}

export async function rejectPostback(
  tx: Transaction,
  { network, fields, reason, now_ms }: { network: string; fields: string; reason: string; now_ms: number },
): Promise<boolean> {
  return (await tx.run(REJECT_POSTBACK, network, now_ms, fields, reason)) > 0;
}

export async function listPostbacks(
  db: Queryable,
  {
    network,
    is_rejected,
    ...page
  }: { network: string | null; is_rejected: boolean | null; before: number | null; limit: number },
): Promise<StoredPostback[]> {
  const listed = is_rejected === null ? ALL_POSTBACKS : is_rejected ? REJECTED_POSTBACKS : RECORDED_POSTBACKS;
  return (await listed(db, { filters: { network }, ...page })).map(toPostback);
}

export async function countRejectedPostbacks(
  db: Queryable,
  { network, limit }: { network: string; limit: number },
): Promise<number> {
  const [row] = await db.rows(COUNT_REJECTED, network, limit);
  return number(row!, 'count');
}
