// Checks the plans of all statements on large tables. A prepared statement may get a generic plan, which does not know the
// values of its parameters, so that is the plan that is checked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { withClient } from '../../../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { prepareDatabase } from './open-postgres-store.ts';
import './operations.ts';
import { statements } from './statement.ts';

const ROWS = 20_000;

/** Tables with a small, bounded number of rows. */
const SMALL = [
  'api_keys',
  'artefacts',
  'criteria_sets',
  'feeds',
  'funnel_deltas', // folded every half second
  'index_rebuilds',
  'instances',
  'key_uses',
  'leases',
  'migrated_tables',
  'migration',
  'network_accounts',
  'purged_changes',
  'purged_events',
  'purged_searches',
  'schema_version',
  'secrets',
  'stamps',
  'synonym_edits',
  'vocabulary',
  'webhook_subscriptions',
  'webhooks',
];

/** Statements, by their beginning, that may read all of a growing table or index, and why. */
const EXCEPTIONS: Record<string, string> = {
  "SELECT (SELECT count(*) FROM finderfee.jobs WHERE state = 'waiting')": 'reads the partial index of waiting jobs',
};

/** Rows of other tables, also of later ones here, refer to rows of these. */
const REFERENCED = ['people', 'feed_runs', 'signup_requests', 'conversions', 'webhook_events', 'deliveries'];

/** Values of the i-th row, where those by type would break a constraint or be too varied. */
const BY_NAME: Record<string, string> = {
  feed: `'feed ' || i % 50`,
  format: `'single'`,
  state: `CASE WHEN i % 100 = 0 THEN 'dead' ELSE 'done' END`,
  'deliveries.state': `(ARRAY['delivered', 'delivered', 'waiting', 'failed'])[i % 4 + 1]`,
  'delivery_attempts.status': '200',
  webhook_id: 'i % 50 + 1',
  merchant_id: 'i % 1000 + 1',
  account_no: 'i % 50 + 1',
  corrects: 'CASE WHEN i % 20 = 0 THEN i - 1 END',
  status: `(ARRAY['pending', 'approved', 'declined'])[i % 3 + 1]`,
  unmatched_reason: `CASE WHEN i % 10 = 0 THEN 'unknown_click' END`,
};
const BY_TYPE: Record<string, string> = {
  text: `'text ' || i`,
  bigint: 'i',
  boolean: 'i % 2 = 0',
  bytea: `sha256(i::text::bytea)`,
};

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

test('no statement reads all of a table that grows', async () => {
  const url = await temporaryDatabase();
  await prepareDatabase({ url, prepare: true });
  const found = await withClient(url, async (client) => {
    const tables = await listGrowingTables(client);
    await client.query(`INSERT INTO finderfee.network_accounts (name, created_at_ms)
      SELECT 'network ' || i, i FROM generate_series(1, 50) i`);
    await client.query(`INSERT INTO finderfee.webhooks (url, pii, secret, created_at_ms)
      SELECT 'https://' || i, false, 'secret', i FROM generate_series(1, 50) i`);
    for (const name of tables) await fill(client, name);
    await client.query('ANALYZE');
    await client.query('SET plan_cache_mode = force_generic_plan');
    return findScans(client, tables);
  });
  const isException = (line: string) => Object.keys(EXCEPTIONS).some((text) => line.includes(`: ${text}`));
  assert.deepEqual(
    found.filter((line) => !isException(line)),
    [],
  );
  assert.equal(found.length, Object.keys(EXCEPTIONS).length, 'every exception is needed');
});

async function listGrowingTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'finderfee'::regnamespace AND relkind = 'r'
     ORDER BY array_position($1::text[], relname::text)`,
    [REFERENCED],
  );
  return rows.map(({ relname }) => relname).filter((name) => !SMALL.includes(name));
}

async function fill(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'finderfee' AND table_name = $1`,
    [table],
  );
  const isPerConversation = /counters$|^conversations$/.test(table);
  const values = rows.map(({ name, type }) =>
    name === 'convo_id' && !isPerConversation
      ? `'text ' || i % 20000`
      : (BY_NAME[`${table}.${name}`] ?? BY_NAME[name] ?? BY_TYPE[type]),
  );
  await client.query(
    `INSERT INTO finderfee.${table} (${rows.map(({ name }) => name).join(', ')})
     SELECT ${values.join(', ')} FROM generate_series(1, ${ROWS}) i`,
  );
}

async function findScans(client: pg.Client, tables: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [i, text] of [...new Set(statements.map((each) => each.text.trim()))].entries()) {
    if (!/^(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text)) continue;
    const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, no]) => Number(no)));
    const parameters = count > 0 ? `(${Array(count).fill('NULL').join(', ')})` : '';
    await client.query(`PREPARE s${i} AS ${text}`);
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE s${i}${parameters}`);
    const scans = scansIn(rows[0]['QUERY PLAN'][0].Plan, false).filter(({ table }) => tables.includes(table));
    if (scans.length > 0)
      found.push(`${scans.map(({ type, table }) => `${type} on ${table}`).join(', ')}: ${text.replace(/\s+/g, ' ')}`);
  }
  return found;
}

/** Scans of whole tables and indexes. One of an index in its order ends at a limit. */
function scansIn(plan: Plan, isLimited: boolean): { type: string; table: string }[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Cond': condition, Plans: plans = [] } = plan;
  const isWhole = type === 'Seq Scan' || (/^Index (?:Only )?Scan/.test(type) && !condition && !isLimited);
  const below = plans.flatMap((each) => scansIn(each, isLimited || type === 'Limit'));
  return isWhole && table !== undefined ? [{ type, table }, ...below] : below;
}
