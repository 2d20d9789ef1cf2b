// Lists conversions, their history and their rewards on PostgreSQL.
import { foldEmail } from '../../text/fold-email.ts';
import { number } from '../columns.ts';
import type {
  ConversionFilter,
  HistoryEntry,
  RewardEntry,
  RewardFilter,
  StoredConversion,
} from '../conversion-store.ts';
import {
  CONVERSION_COLUMNS,
  historyOf,
  REPORT_COLUMNS,
  selectList,
  toConversion,
  toReport,
  toRewardEntry,
} from '../rows/conversion-row.ts';
import { filteredList } from './filtered-list.ts';
import { type Statement, statement } from './statement.ts';
import type { Queryable } from './transaction.ts';

const toText = (column: string) => `${column}::text`;
/** What every row of a conversion has, from `finderfee.conversions c`. */
export const CONVERSION_SELECTION = `${selectList(CONVERSION_COLUMNS, toText)},
  (SELECT a.name FROM finderfee.network_accounts a WHERE a.account_no = c.account_no) AS network,
  (SELECT a.currency FROM finderfee.network_accounts a WHERE a.account_no = c.account_no) AS default_currency`;
const SELECT_CONVERSIONS = `SELECT ${CONVERSION_SELECTION} FROM finderfee.conversions c`;

/** Selects transactions with all that correct them and all that they correct. `start` selects `id` and `corrects`. */
export const treeStatements = (start: string): { transactions: Statement; reports: Statement } => {
  const tree = `WITH RECURSIVE tree (id, corrects) AS (
      ${start}
    UNION
      SELECT n.id, n.corrects FROM tree t CROSS JOIN LATERAL (
        SELECT f.id, f.corrects FROM finderfee.conversions f WHERE f.id = t.corrects
        UNION ALL SELECT f.id, f.corrects FROM finderfee.conversions f WHERE f.corrects = t.id OFFSET 0) n)`;
  return {
    transactions: statement(`${tree}
      SELECT s.* FROM tree t CROSS JOIN LATERAL (${SELECT_CONVERSIONS} WHERE c.id = t.id OFFSET 0) s`),
    reports: statement(`${tree}
      SELECT s.* FROM tree t CROSS JOIN LATERAL (
        SELECT report_no, ${selectList(REPORT_COLUMNS, toText)} FROM finderfee.conversion_reports
        WHERE conversion_id = t.id OFFSET 0) s
      ORDER BY s.report_no`),
  };
};

const TREE_OF_IDS = treeStatements(`
  SELECT s.id, s.corrects FROM unnest($1::bigint[]) AS k (id)
    CROSS JOIN LATERAL (SELECT f.id, f.corrects FROM finderfee.conversions f WHERE f.id = k.id OFFSET 0) s`);

const conversionList = (condition: string) =>
  filteredList(`${SELECT_CONVERSIONS} WHERE c.status IS NOT NULL AND ${condition}`, 'c.id', {
    status: (status) => `c.status = ${status}`,
    program: (program) => `c.program = ${program}`,
    network: (name) => `c.account_no = (SELECT account_no FROM finderfee.network_accounts WHERE name = ${name})`,
  });
const ALL = conversionList('true');
const MATCHED = conversionList('c.unmatched_reason IS NULL');
const UNMATCHED = conversionList('c.unmatched_reason IS NOT NULL');

const REWARDS = filteredList(
  `SELECT r.no, r.conversion_id, r.program, r.status, r.amount::text AS amount, r.currency, r.changed_at_ms,
     (SELECT p.email FROM finderfee.people p WHERE p.person_no = r.person_no) AS email
   FROM finderfee.rewards r WHERE true`,
  'r.no',
  {
    program: (program) => `r.program = ${program}`,
    email_key: (key) => `r.person_no = (SELECT person_no FROM finderfee.people WHERE email_key = ${key})`,
  },
);

export async function list(
  db: Queryable,
  { status, program, network, is_matched, before, limit }: ConversionFilter,
): Promise<StoredConversion[]> {
  const listed = is_matched === null ? ALL : is_matched ? MATCHED : UNMATCHED;
  return (await listed(db, { filters: { status, program, network }, before, limit })).map(toConversion);
}

export async function get(
  db: Queryable,
  { id }: { id: number },
): Promise<{ conversion: StoredConversion; history: HistoryEntry[] } | null> {
  const [transactions, reports] = await Promise.all([
    db.rows(TREE_OF_IDS.transactions, [id]),
    db.rows(TREE_OF_IDS.reports, [id]),
  ]);
  // Only the conversion has a state; what corrects it has none.
  const root = transactions.find(({ status }) => status !== null);
  if (!root) return null;
  const isReported = reports.some((row) => number(row, 'conversion_id') === number(root, 'id'));
  const conversion = toConversion(root);
  const history = historyOf(reports.map(toReport), { isReported, currency: conversion.currency });
  return { conversion, history };
}

export async function listRewards(
  db: Queryable,
  { program, email, before, limit }: RewardFilter,
): Promise<RewardEntry[]> {
  const email_key = email === null ? null : foldEmail(email);
  return (await REWARDS(db, { filters: { program, email_key }, before, limit })).map(toRewardEntry);
}
