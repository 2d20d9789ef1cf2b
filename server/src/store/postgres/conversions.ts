// Reads and writes the conversions of a batch on PostgreSQL. The shared rules fold, match and reward them.
import { randomUUID } from 'node:crypto';
import { number, type Row, text, textOrNull } from '../columns.ts';
import type { ReportWrite } from '../conversion-store.ts';
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
import type { Account, AppliedReport } from '../rules/conversion-state.ts';
import type { FoundClick } from '../rules/match-conversion.ts';
import { removedConversions } from '../rules/removed-facts.ts';
import type { NewRewardEntry } from '../rules/reward.ts';
import { TransactionTree } from '../rules/transaction-tree.ts';
import { rewardChanged } from '../rules/webhook-events.ts';
import { columnsOf } from './columns-of.ts';
import { treeStatements } from './conversion-queries.ts';
import { EventBatch } from './events.ts';
import { logDeltas } from './funnel.ts';
import * as jobs from './jobs.ts';
import { findPromised } from './offers.ts';
import { updateLastSeen } from './people.ts';
import { deleteConversions } from './purge-ledger.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';
import { WebhookEventBatch } from './webhook-events.ts';

const ADD_ACCOUNTS = statement(`
  INSERT INTO finderfee.network_accounts (name, created_at_ms)
  SELECT k.name, $2::bigint FROM unnest($1::text[]) AS k (name)
  WHERE (SELECT a.account_no FROM finderfee.network_accounts a WHERE a.name = k.name) IS NULL
  ON CONFLICT (name) DO NOTHING`);
/**
 * Every transaction that changes conversions locks their accounts first, so that an account has one writer at a time, on
 * all instances. Conversations are locked after accounts, and both by name, so that batches do not deadlock.
 */
const LOCK_ACCOUNTS = statement(`
  SELECT account_no, name AS network, currency AS default_currency FROM finderfee.network_accounts
  WHERE name = ANY ($1::text[]) OR account_no = ANY (ARRAY(
    SELECT c.account_no FROM unnest($2::bigint[]) AS k (id)
      CROSS JOIN LATERAL (SELECT f.account_no FROM finderfee.conversions f WHERE f.id = k.id OFFSET 0) c))
  ORDER BY name FOR NO KEY UPDATE`);

const KEYS = 'unnest($1::text[], $2::text[], $3::text[]) AS k (network, transaction_id, item_id)';
const OF_KEY = `f.account_no = (SELECT a.account_no FROM finderfee.network_accounts a WHERE a.name = k.network)
  AND f.transaction_id = k.transaction_id AND f.item_id = k.item_id`;
const TREE = treeStatements(`
  SELECT s.id, s.corrects FROM ${KEYS}
    CROSS JOIN LATERAL (SELECT f.id, f.corrects FROM finderfee.conversions f WHERE ${OF_KEY} OFFSET 0) s
  UNION SELECT s.id, s.corrects FROM unnest($4::bigint[]) AS k (id)
    CROSS JOIN LATERAL (SELECT f.id, f.corrects FROM finderfee.conversions f WHERE f.id = k.id OFFSET 0) s`);
/** Of transactions that are not stored yet. */
const ALLOCATE = statement(`
  SELECT string_agg(nextval('finderfee.conversions_id_seq')::text, ',') AS ids FROM ${KEYS}
  WHERE (SELECT f.id FROM finderfee.conversions f WHERE ${OF_KEY}) IS NULL`);

const FIND_CLICKS = statement(`
  SELECT k.reported, c.* FROM unnest($1::text[]) AS k (reported) CROSS JOIN LATERAL (
    SELECT f.click_no, f.click_id, f.program, f.person_no, f.convo_id, f.presentation_id, f.click_at_ms
      FROM finderfee.clicks f WHERE f.click_id = k.reported
    UNION ALL
    SELECT f.click_no, f.click_id, f.program, f.person_no, f.convo_id, f.presentation_id, f.click_at_ms
      FROM finderfee.clicks f WHERE f.network_click_id = k.reported OFFSET 0) c
  ORDER BY c.click_no`);

const BIGINTS = new Set<string>([
  ...[
    'id',
    'account_no',
    'corrects',
    'sale_amount',
    'commission',
    'occurred_at_ms',
    'click_no',
    'click_at_ms',
    'person_no',
    'offer_id',
  ],
  ...['merchant_id', 'offer_value', 'rebate_pct', 'reward_amount', 'changed_at_ms'],
  ...['conversion_id', 'modified_at_ms', 'received_at_ms'],
]);
const BOOLEANS = new Set<string>(['is_paid', 'is_applied']);
const typeOf = (column: string) => (BIGINTS.has(column) ? 'bigint' : BOOLEANS.has(column) ? 'boolean' : 'text');

const insertOf = (table: string, columns: readonly string[]) => `
  INSERT INTO finderfee.${table} (${columns.join(', ')})
  SELECT * FROM unnest(${columns.map((column, i) => `$${i + 1}::${typeOf(column)}[]`).join(', ')})`;

/** Also updates by key. The account is locked, so no other transaction inserts or deletes the row. */
const UPSERT = statement(`${insertOf('conversions', CONVERSION_COLUMNS)}
  ON CONFLICT (id) DO UPDATE
  SET ${CONVERSION_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`);
const INSERT_REPORTS = statement(insertOf('conversion_reports', REPORT_COLUMNS));
const INSERT_REWARDS = statement(`
  INSERT INTO finderfee.rewards (no, conversion_id, program, person_no, status, amount, currency, changed_at_ms)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::text[],
    $8::bigint[])`);
const ALLOCATE_REWARDS = statement(
  `SELECT nextval('finderfee.rewards_no_seq') AS no FROM generate_series(1, $1::integer)`,
);

export interface Settling {
  reward_max_pct: number;
  now_ms: number;
}

export interface Loaded {
  /** The transactions as they are stored. A plan changes its tree. */
  newTree: () => TransactionTree;
  accounts: Map<string, Account>;
}

/** Locks the accounts of the reports and ids, and reads their transactions. Accounts that do not exist are added. */
export async function load(
  tx: Transaction,
  { reports, ids, now_ms }: { reports: readonly ReportWrite[]; ids: readonly number[]; now_ms: number },
): Promise<Loaded> {
  const names = [...new Set(reports.map(({ network }) => network))].sort();
  const keys = columnsOf(keysOf(reports), 'network', 'transaction_id', 'item_id');
  if (names.length > 0) tx.send(ADD_ACCOUNTS, names, now_ms);
  // Issued in this order: the first statement locks, the others see what earlier holders of the locks have committed.
  const [locked, transactions, reportRows, allocated] = await Promise.all([
    tx.rows(LOCK_ACCOUNTS, names, ids),
    tx.rows(TREE.transactions, ...keys, ids),
    tx.rows(TREE.reports, ...keys, ids),
    names.length > 0 ? tx.row(ALLOCATE, ...keys) : undefined,
  ]);
  const accounts = new Map(locked.map((row) => [text(row, 'network'), toAccount(row)]));
  // An account was removed while this transaction waited for its lock.
  if (names.some((name) => !accounts.has(name))) tx.repeat();
  const newIds = allocated ? (textOrNull(allocated, 'ids')?.split(',').map(Number) ?? []) : [];
  const newTree = () => {
    const ids = newIds.values();
    return new TransactionTree(toTransactions(transactions, reportRows), () => ids.next().value!);
  };
  return { accounts, newTree };
}

/** Of the transactions that reports name, each once. */
function keysOf(reports: readonly ReportWrite[]): Pick<ReportWrite, 'network' | 'transaction_id' | 'item_id'>[] {
  const keys = reports.flatMap(({ network, item_id, transaction_id, original_transaction_id }) =>
    [transaction_id, original_transaction_id].flatMap((id) =>
      id === null ? [] : { network, transaction_id: id, item_id },
    ),
  );
  // NUL cannot be in a text that PostgreSQL accepts.
  return [...new Map(keys.map((key) => [Object.values(key).join('\0'), key])).values()];
}

function toTransactions(rows: readonly Row[], reportRows: readonly Row[]) {
  const reports = new Map<number, AppliedReport[]>(rows.map((row) => [number(row, 'id'), []]));
  for (const row of reportRows) reports.get(number(row, 'conversion_id'))!.push(toReport(row));
  return rows.map((row) => toTransaction(row, reports.get(number(row, 'id'))!));
}

/** The clicks with each reported id, or with that network form of their id. */
export async function findClicks(tx: Transaction, reported: readonly string[]): Promise<Map<string, FoundClick[]>> {
  const found = new Map<string, FoundClick[]>(reported.map((click_id) => [click_id, []]));
  if (found.size === 0) return found;
  for (const row of await tx.rows(FIND_CLICKS, [...found.keys()]))
    found.get(text(row, 'reported'))!.push(toFoundClick(row));
  return found;
}

/** The effect of `match_conversions` jobs. */
export async function matchAgain(tx: Transaction, ids: readonly number[], settling: Settling): Promise<void> {
  const { newTree } = await load(tx, { reports: [], ids, now_ms: settling.now_ms });
  const plan = new ConversionPlan(newTree());
  for (const id of ids) plan.touch(id);
  plan.match(await findClicks(tx, plan.clickLookups()));
  await settle(tx, plan, settling);
}

export async function remove(tx: Transaction, { ids }: { ids: number[] }): Promise<number> {
  const { newTree } = await load(tx, { reports: [], ids, now_ms: 0 });
  const { all } = newTree();
  deleteConversions(
    tx,
    all.map(({ id }) => id),
  );
  logDeltas(tx, removedConversions(all));
  return all.length;
}

/** Completes a plan whose clicks are found, and writes it. */
export async function settle(tx: Transaction, plan: ConversionPlan, settling: Settling): Promise<void> {
  plan.settle(await findPromised(tx, plan.offerLookups()), settling);
  const convoIds = plan.events.map(({ convo_id }) => convo_id);
  const [events, webhooks, entries] = await Promise.all([
    EventBatch.read(tx, convoIds),
    WebhookEventBatch.read(tx, ['conversion.recorded', 'conversion.updated', 'reward.changed']),
    numberEntries(tx, plan.entries),
  ]);
  for (const { person_no, ...event } of plan.events) events.append(event, person_no);
  for (const event of plan.webhookEvents) webhooks.publish(event.type, () => event);
  for (const entry of entries) webhooks.publish('reward.changed', () => rewardChanged(entry));
  write(tx, plan, settling.now_ms);
  writeEntries(tx, entries, settling.now_ms);
  for (const batch of [events, webhooks]) batch.write(tx);
}

interface NumberedEntry extends NewRewardEntry {
  no: number;
}

async function numberEntries(tx: Transaction, entries: readonly NewRewardEntry[]): Promise<NumberedEntry[]> {
  const numbers = entries.length > 0 ? await tx.rows(ALLOCATE_REWARDS, entries.length) : [];
  return entries.map((entry, i) => ({ ...entry, no: number(numbers[i]!, 'no') }));
}

function write(tx: Transaction, plan: ConversionPlan, now_ms: number): void {
  const changed = [...plan.added, ...plan.changed].sort((a, b) => a.id - b.id);
  if (changed.length > 0) {
    const rows = changed.map((transaction) => conversionValues(transaction, now_ms));
    tx.send(UPSERT, ...columnsOf(rows, ...CONVERSION_COLUMNS));
  }
  if (plan.reports.length > 0) tx.send(INSERT_REPORTS, ...columnsOf(plan.reports.map(reportValues), ...REPORT_COLUMNS));
  logDeltas(tx, plan.funnel);
  const rechecks = plan.recheckJobs(randomUUID(), now_ms);
  if (rechecks.length > 0) jobs.insert(tx, rechecks);
}

function writeEntries(tx: Transaction, entries: readonly NumberedEntry[], now_ms: number): void {
  if (entries.length === 0) return;
  const columns = ['conversion_id', 'program', 'person_no', 'status', 'amount', 'currency', 'changed_at_ms'] as const;
  tx.send(INSERT_REWARDS, ...columnsOf(entries, 'no', ...columns));
  updateLastSeen(
    tx,
    entries.flatMap(({ person_no }) => person_no ?? []),
    now_ms,
  );
}
