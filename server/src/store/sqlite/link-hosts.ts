// The link hosts of imported products: offers may link to these.
import type { Connection } from './connection.ts';

/** `added` caches the hosts of this transaction: most products of a batch share one host. */
export function addLinkHosts(db: Connection, hosts: string[], added: Set<string>): void {
  for (const host of hosts) {
    if (added.has(host)) continue;
    added.add(host);
    db.run('INSERT OR IGNORE INTO link_hosts (host) VALUES (?)', host);
  }
}

export function has(db: Connection, { host }: { host: string }): boolean {
  return db.get('SELECT 1 FROM link_hosts WHERE host = ?', host) !== undefined;
}
