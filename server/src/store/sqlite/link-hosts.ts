// The hosts that imported products lead to, for offers that may lead nowhere else.
import type { Product } from '../../product/product.ts';
import type { Connection } from './connection.ts';

/** `noted` holds those of the same transaction: most products of a batch lead to one host. */
export function noteLinkHosts(db: Connection, { product_url, merchant_url }: Product, noted: Set<string>): void {
  for (const link of [product_url, merchant_url]) {
    if (!link) continue;
    const start = /^https?:\/\/[^/?#]+/.exec(link)?.[0] ?? link;
    if (noted.has(start)) continue;
    noted.add(start);
    db.run('INSERT OR IGNORE INTO link_hosts (host) VALUES (?)', new URL(link).hostname);
  }
}

export function has(db: Connection, { host }: { host: string }): boolean {
  return db.get('SELECT 1 FROM link_hosts WHERE host = ?', host) !== undefined;
}
