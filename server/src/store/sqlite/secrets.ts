// Secrets of an installation: made once, kept for good.
import type { Connection } from './connection.ts';

export function keep(db: Connection, { name, proposed }: { name: string; proposed: Uint8Array }): Uint8Array {
  db.run('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)', name, proposed);
  return db.get('SELECT value FROM secrets WHERE name = ?', name)!.value as Uint8Array;
}
