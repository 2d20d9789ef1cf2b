// Lists conversions, their history and their rewards in SQLite.
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
import type { Connection, Row } from './connection.ts';

const toText = (column: string) => `CAST(${column} AS TEXT)`;
/** What every row of a conversion has, from `conversions c`. */
export const CONVERSION_SELECTION = `${selectList(CONVERSION_COLUMNS, toText)},
  (SELECT name FROM network_accounts a WHERE a.account_no = c.account_no) AS network,
  (SELECT a.currency FROM network_accounts a WHERE a.account_no = c.account_no) AS default_currency`;

export const selectConversions = (condition: string): string =>
  `SELECT ${CONVERSION_SELECTION} FROM conversions c WHERE ${condition}`;
export const selectReports = `SELECT report_no, ${selectList(REPORT_COLUMNS, toText)} FROM conversion_reports
  WHERE conversion_id = ? ORDER BY report_no`;

/** Amounts and rewards of conversions are one entry each. */
export function list(db: Connection, filter: ConversionFilter): StoredConversion[] {
  const { status, is_matched, network, program, before, limit } = filter;
  const conditions = ['c.status IS NOT NULL', 'c.id < ?'];
  const values: (string | number)[] = [before ?? Number.MAX_SAFE_INTEGER];
  const where = (condition: string, ...given: (string | number)[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (status !== null) where('c.status = ?', status);
  if (program !== null) where('c.program = ?', program);
  if (network !== null) where('c.account_no = (SELECT account_no FROM network_accounts WHERE name = ?)', network);
  if (is_matched !== null) where(`c.unmatched_reason IS ${is_matched ? '' : 'NOT '}NULL`);
  const sql = `${selectConversions(conditions.join(' AND '))} ORDER BY c.id DESC LIMIT ?`;
  return db.all(sql, ...values, limit).map(toConversion);
}

export function get(
  db: Connection,
  { id }: { id: number },
): { conversion: StoredConversion; history: HistoryEntry[] } | null {
  const row = findRoot(db, id);
  if (!row) return null;
  const ids = idsOf(db, number(row, 'id'));
  const reports = ids.flatMap((each) => db.all(selectReports, each));
  const inOrder = reports.toSorted((a, b) => number(a, 'report_no') - number(b, 'report_no')).map(toReport);
  const isReported = db.get('SELECT 1 FROM conversion_reports WHERE conversion_id = ? LIMIT 1', ids[0]!) !== undefined;
  const conversion = toConversion(row);
  return { conversion, history: historyOf(inOrder, { isReported, currency: conversion.currency }) };
}

/** Only the conversion has a state; what corrects it has none. */
function findRoot(db: Connection, id: number): Row | undefined {
  const row = db.get(selectConversions('c.id = ?'), id);
  return row && row.status === null ? findRoot(db, number(row, 'corrects')) : row;
}

/** The conversion and all that correct it. */
export function idsOf(db: Connection, id: number): number[] {
  const ids = new Set([id]);
  for (const each of ids)
    for (const row of db.all('SELECT id FROM conversions WHERE corrects = ?', each)) ids.add(number(row, 'id'));
  return [...ids];
}

const SELECT_REWARDS = `SELECT r.no, r.conversion_id, r.program, p.email, r.status, CAST(r.amount AS TEXT) AS amount,
  r.currency, r.changed_at_ms FROM rewards r LEFT JOIN people p USING (person_no)`;

export function listRewards(db: Connection, { program, email, before, limit }: RewardFilter): RewardEntry[] {
  const conditions = ['r.no < ?'];
  const values: (string | number)[] = [before ?? Number.MAX_SAFE_INTEGER];
  if (email !== null) {
    conditions.push('r.person_no = (SELECT person_no FROM people WHERE email_key = ?)');
    values.push(foldEmail(email));
  }
  if (program !== null) {
    conditions.push('r.program = ?');
    values.push(program);
  }
  return db
    .all(`${SELECT_REWARDS} WHERE ${conditions.join(' AND ')} ORDER BY r.no DESC LIMIT ?`, ...values, limit)
    .map(toRewardEntry);
}
