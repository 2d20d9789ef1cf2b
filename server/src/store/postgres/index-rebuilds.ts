// Requests to rebuild the search index in PostgreSQL: a command makes them, the services complete them.
import { number } from '../columns.ts';
import { statement } from './statement.ts';
import type { Queryable, Transaction } from './transaction.ts';

const SELECT = statement('SELECT done FROM finderfee.index_rebuilds');
const REQUEST = statement('UPDATE finderfee.index_rebuilds SET asked = asked + 1 RETURNING asked');
const COMPLETE = statement('UPDATE finderfee.index_rebuilds SET done = greatest(done, $1)');

export const request = async (tx: Transaction): Promise<number> => number((await tx.row(REQUEST))!, 'asked');

export const lastCompleted = async (db: Queryable): Promise<number> => number((await db.rows(SELECT))[0]!, 'done');

export async function complete(tx: Transaction, { rebuild }: { rebuild: number }): Promise<void> {
  tx.send(COMPLETE, rebuild);
}
