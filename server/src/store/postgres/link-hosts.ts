// The link hosts of imported products in PostgreSQL: offers may link to these.
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const ADD = statement(`
  INSERT INTO finderfee.link_hosts (host) SELECT host FROM unnest($1::text[]) AS new (host)
  ON CONFLICT DO NOTHING`);
const HAS = statement('SELECT 1 FROM finderfee.link_hosts WHERE host = $1');

export function addLinkHosts(tx: Transaction, hosts: Iterable<string>): void {
  const sorted = [...hosts].sort();
  if (sorted.length > 0) tx.send(ADD, sorted);
}

export const has = async (db: Queryable, { host }: { host: string }): Promise<boolean> =>
  (await db.rows(HAS, host)).length > 0;
