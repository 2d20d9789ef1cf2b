// Counts the rows of a table with a limit.
import { number } from '../columns.ts';
import type { CountedTable } from '../rules/capacity.ts';
import { type Statement, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const COUNT: Record<CountedTable, Statement> = {
  criteria_sets: statement('SELECT count(*) AS count FROM finderfee.criteria_sets'),
  feeds: statement('SELECT count(*) AS count FROM finderfee.feeds'),
  network_accounts: statement('SELECT count(*) AS count FROM finderfee.network_accounts'),
  synonym_edits: statement('SELECT count(*) AS count FROM finderfee.synonym_edits'),
  webhooks: statement('SELECT count(*) AS count FROM finderfee.webhooks'),
};

/** Two instances that insert at the same time may exceed the limit by one. */
export async function countRows(tx: Transaction, table: CountedTable): Promise<number> {
  return number((await tx.row(COUNT[table]))!, 'count');
}
