// The hosts that imported products lead to, for offers that may lead nowhere else.
import type { Connection } from './connection.ts';

/** `noted` holds those of the same transaction: most products of a batch lead to one host. */
export function noteLinkHosts(db: Connection, hosts: string[], noted: Set<string>): void {
  for (const host of hosts) {
    if (noted.has(host)) continue;
    noted.add(host);
    db.run('INSERT OR IGNORE INTO link_hosts (host) VALUES (?)', host);
  }
}

export function has(db: Connection, { host }: { host: string }): boolean {
  return db.get('SELECT 1 FROM link_hosts WHERE host = ?', host) !== undefined;
}
