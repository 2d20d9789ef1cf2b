// Records reports of conversions in SQLite, matches them to clicks, and books their rewards.
import { randomUUID } from 'node:crypto';
import { number } from '../columns.ts';
import type { MatchOutcome, ReportsOutcome, ReportsWrite } from '../conversion-store.ts';
import {
  CONVERSION_COLUMNS,
  conversionValues,
  REPORT_COLUMNS,
  reportValues,
  toAccount,
  toFoundClick,
  toReport,
  toTransaction,
} from '../rows/conversion-row.ts';
import { ConversionPlan } from '../rules/conversion-plan.ts';
import type { Account } from '../rules/conversion-state.ts';
import { chooseByHand, type FoundClick } from '../rules/match-conversion.ts';
import { removedConversions } from '../rules/removed-facts.ts';
import { TransactionTree } from '../rules/transaction-tree.ts';
import { rewardChanged } from '../rules/webhook-events.ts';
import type { Connection, Row } from './connection.ts';
import { selectConversions, selectReports } from './conversion-queries.ts';
import { appendEvent } from './events.ts';
import { logDeltas } from './funnel.ts';
import { insert as insertJob } from './jobs.ts';
import { insertPostback } from './networks.ts';
import { findPromised } from './offers.ts';
import { updateLastSeen } from './people.ts';
import { publish } from './webhook-events.ts';

interface Settling {
  reward_max_pct: number;
  now_ms: number;
}

export function record(db: Connection, { reports, postback, ...settling }: ReportsWrite): ReportsOutcome {
  const { now_ms } = settling;
  const accounts = new Map<string, Account>();
  for (const { network } of reports)
    if (!accounts.has(network)) accounts.set(network, findOrAddAccount(db, network, now_ms));
  const keys = reports.flatMap(({ network, transaction_id, original_transaction_id, item_id }) =>
    [transaction_id, original_transaction_id].map((id) => [accounts.get(network)!.account_no, id, item_id] as const),
  );
  const tree = load(
    db,
    keys.flatMap((key) =>
      db.all(selectConversions('c.account_no = ? AND c.transaction_id = ? AND c.item_id = ?'), ...key),
    ),
  );
  const plan = new ConversionPlan(tree);
  const full = reports.findIndex((report) => !plan.add(report, accounts.get(report.network)!, now_ms));
  if (full >= 0) return { full };
  settle(db, plan, settling);
  if (postback !== null)
    insertPostback(db, {
      account_no: accounts.get(reports[0]!.network)!.account_no,
      fields: postback,
      reason: null,
      now_ms,
    });
  return { answers: plan.answers() };
}

/** The effect of the `match_conversions` job. */
export function matchAgain(db: Connection, ids: readonly number[], settling: Settling): void {
  const plan = new ConversionPlan(loadByIds(db, ids));
  for (const id of ids) plan.touch(id);
  settle(db, plan, settling);
}

export function matchByHand(
  db: Connection,
  { id, click_id, program, ...settling }: { id: number; click_id: string; program: string | null } & Settling,
): MatchOutcome {
  const plan = new ConversionPlan(loadByIds(db, [id]));
  const conversion = plan.touch(id);
  if (!conversion) return 'no_conversion';
  const chosen = chooseByHand(findClicks(db, click_id), program);
  if (typeof chosen === 'string') return chosen;
  plan.matchByHand(conversion, chosen);
  settle(db, plan, settling);
  return 'matched';
}

export function remove(db: Connection, { ids }: { ids: number[] }): number {
  const { all } = loadByIds(db, ids);
  for (const { id } of all) {
    db.run('DELETE FROM rewards WHERE conversion_id = ?', id);
    db.run('DELETE FROM conversion_reports WHERE conversion_id = ?', id);
    db.run('DELETE FROM conversions WHERE id = ?', id);
  }
  logDeltas(db, removedConversions(all));
  return all.length;
}

function findOrAddAccount(db: Connection, name: string, now_ms: number): Account {
  const find = 'SELECT account_no, name AS network, currency AS default_currency FROM network_accounts WHERE name = ?';
  const known = db.get(find, name);
  if (known) return toAccount(known);
  db.run('INSERT INTO network_accounts (name, created_at_ms) VALUES (?, ?)', name, now_ms);
  return toAccount(db.get(find, name)!);
}

const loadByIds = (db: Connection, ids: readonly number[]): TransactionTree =>
  load(
    db,
    ids.flatMap((id) => db.all(selectConversions('c.id = ?'), id)),
  );

/** Adds what the rows correct and what corrects them. */
function load(db: Connection, rows: Row[]): TransactionTree {
  const found = new Map<number, Row>();
  const queue = rows;
  for (let row = queue.pop(); row; row = queue.pop()) {
    const id = number(row, 'id');
    if (found.has(id)) continue;
    found.set(id, row);
    if (row.corrects !== null) queue.push(...db.all(selectConversions('c.id = ?'), number(row, 'corrects')));
    queue.push(...db.all(selectConversions('c.corrects = ?'), id));
  }
  const transactions = Array.from(found, ([id, row]) => toTransaction(row, db.all(selectReports, id).map(toReport)));
  let last = number(
    db.get(`SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'conversions'), 0) AS last`)!,
    'last',
  );
  return new TransactionTree(transactions, () => ++last);
}

function settle(db: Connection, plan: ConversionPlan, settling: Settling): void {
  plan.match(new Map(plan.clickLookups().map((click_id) => [click_id, findClicks(db, click_id)])));
  plan.settle(
    plan.offerLookups().map((click) => findPromised(db, click)),
    settling,
  );
  write(db, plan, settling.now_ms);
}

/** Clicks with this id, or with this network form of their id. */
const findClicks = (db: Connection, click_id: string): FoundClick[] =>
  db
    .all(
      `SELECT click_no, click_id, program, person_no, convo_id, presentation_id, click_at_ms FROM clicks
       WHERE click_id = ?1 OR network_click_id = ?1`,
      click_id,
    )
    .map(toFoundClick)
    .sort((a, b) => a.click_no - b.click_no);

const CHANGED_COLUMNS = CONVERSION_COLUMNS.filter((column) => column !== 'id');
const INSERT_CONVERSION = `INSERT INTO conversions (${CONVERSION_COLUMNS.join(', ')})
  VALUES (${CONVERSION_COLUMNS.map(() => '?').join(', ')})`;
const UPDATE_CONVERSION = `UPDATE conversions SET ${CHANGED_COLUMNS.map((column) => `${column} = ?`).join(', ')}
  WHERE id = ?`;
const INSERT_REPORT = `INSERT INTO conversion_reports (${REPORT_COLUMNS.join(', ')})
  VALUES (${REPORT_COLUMNS.map(() => '?').join(', ')})`;

const bound = (value: string | number | boolean | null) => (typeof value === 'boolean' ? Number(value) : value);

function write(db: Connection, plan: ConversionPlan, now_ms: number): void {
  for (const transaction of plan.added) {
    const values = conversionValues(transaction, now_ms);
    db.run(INSERT_CONVERSION, ...CONVERSION_COLUMNS.map((column) => bound(values[column])));
  }
  for (const transaction of plan.changed) {
    const values = conversionValues(transaction, now_ms);
    db.run(UPDATE_CONVERSION, ...CHANGED_COLUMNS.map((column) => bound(values[column])), transaction.id);
  }
  for (const report of plan.reports) {
    const values = reportValues(report);
    db.run(INSERT_REPORT, ...REPORT_COLUMNS.map((column) => bound(values[column])));
  }
  for (const event of plan.webhookEvents) publish(db, event.type, () => event);
  for (const entry of plan.entries) {
    const { conversion_id, program, person_no, status, amount, currency, changed_at_ms } = entry;
    const no = db.insert(
      `INSERT INTO rewards (conversion_id, program, person_no, status, amount, currency, changed_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[conversion_id, program, person_no, status, amount, currency, changed_at_ms],
    );
    if (person_no !== null) updateLastSeen(db, person_no, now_ms);
    publish(db, 'reward.changed', () => rewardChanged({ ...entry, no }));
  }
  for (const { person_no, ...event } of plan.events) appendEvent(db, event, person_no);
  logDeltas(db, plan.funnel);
  for (const job of plan.recheckJobs(randomUUID(), now_ms)) insertJob(db, job);
}
