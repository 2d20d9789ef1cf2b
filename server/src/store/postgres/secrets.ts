// Secrets of an installation: created once, never changed.
import { bytes } from '../columns.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const INSERT = statement('INSERT INTO finderfee.secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING');
const SELECT = statement('SELECT value FROM finderfee.secrets WHERE name = $1');

export async function getOrCreate(tx: Transaction, { name, proposed }: { name: string; proposed: Uint8Array }) {
  tx.send(INSERT, name, proposed);
  return bytes((await tx.row(SELECT, name))!, 'value');
}
