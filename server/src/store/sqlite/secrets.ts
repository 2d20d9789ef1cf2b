// Secrets of an installation: created once, never changed.
import { bytes } from '../columns.ts';
import type { Connection } from './connection.ts';

export function getOrCreate(db: Connection, { name, proposed }: { name: string; proposed: Uint8Array }): Uint8Array {
  db.run('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)', name, proposed);
  return bytes(db.get('SELECT value FROM secrets WHERE name = ?', name)!, 'value');
}
