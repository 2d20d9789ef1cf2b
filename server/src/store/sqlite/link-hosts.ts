// The hosts that imported products lead to, for offers that may lead nowhere else.
import type { Product } from '../../product/product.ts';
import type { Connection } from './connection.ts';

export function noteLinkHosts(db: Connection, { product_url, merchant_url }: Product): void {
  for (const link of [product_url, merchant_url]) {
    if (link) db.run('INSERT OR IGNORE INTO link_hosts (host) VALUES (?)', new URL(link).hostname);
  }
}

export function has(db: Connection, { host }: { host: string }): boolean {
  return db.get('SELECT 1 FROM link_hosts WHERE host = ?', host) !== undefined;
}
