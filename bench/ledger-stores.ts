// Durable clicks and reports of sales on PostgreSQL against SQLite in the same run: in process, and over HTTP. Rounds alternate; medians count.
// PostgreSQL is the server that DATABASE_URL names, in a database of its own, or one from npm with its default settings.
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportWrite } from '../server/src/store/conversion-store.ts';
import { openPostgresStore } from '../server/src/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../server/src/store/store.ts';
import { queryDatabase } from '../test/support/postgres-client.ts';
import { reportWrite } from '../test/support/stored-sales.ts';
import { hammer, REQUESTS, startServer } from './ledger-load.ts';
import { percentile } from './percentile.ts';

const CALLERS = 256;
const SECONDS = 1;
const ROUNDS = 9;
const POOL = 13;
const REPORT_CALLERS = 16;
const newReports = (count: number) =>
  Array.from({ length: count }, () =>
    reportWrite({ transaction_id: randomUUID(), sale_amount: 39_500_000n, currency: 'USD', status: 'approved' }),
  );
const REPORTS: Record<string, () => ReportWrite[]> = {
  '1 report': () => newReports(1),
  '100 reports': () => newReports(100),
  '50 reports and their corrections': () =>
    newReports(50).flatMap((sale) => [
      sale,
      { ...sale, transaction_id: randomUUID(), original_transaction_id: sale.transaction_id, sale_amount: -10_000n },
    ]),
};
const CONVERSATIONS = { 'many conversations': 20_000, 'one conversation': 1 };

/** Makes durable facts for a second and returns how many. */
type Measure = () => Promise<number>;

export async function compareStores(): Promise<void> {
  const server = process.env.DATABASE_URL ? undefined : forkServer();
  const maintenance = process.env.DATABASE_URL ?? String((await once(server!, 'message'))[0]);
  const databases: string[] = [];
  const createDatabase = async () => {
    const name = `bench_${randomBytes(6).toString('hex')}`;
    await queryDatabase(maintenance, `CREATE DATABASE ${name}`);
    databases.push(name);
    return Object.assign(new URL(maintenance), { pathname: `/${name}` }).href;
  };
  try {
    console.table([...(await compareInProcess(await createDatabase())), await compareOverHttp(await createDatabase())]);
  } finally {
    for (const name of databases) await queryDatabase(maintenance, `DROP DATABASE ${name} WITH (FORCE)`);
    server?.disconnect();
  }
}

const forkServer = () =>
  fork(new URL('./postgres-under-test.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

async function compareInProcess(url: string): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  const sqlite = await openSqliteStore({ folder, own: true });
  const postgres = await openPostgresStore({ url, prepare: true, pool: POOL, own: true });
  const rows: object[] = [];
  for (const [name, conversations] of Object.entries(CONVERSATIONS)) {
    const clickIn = (store: Store) => () => recordClicks(store, conversations);
    rows.push(await compare(`in process, ${CALLERS} callers, ${name}`, clickIn(sqlite), clickIn(postgres)));
  }
  for (const [name, batch] of Object.entries(REPORTS)) {
    const reportIn = (store: Store) => () => recordReports(store, batch);
    rows.push(await compare(`in process, ${REPORT_CALLERS} callers, ${name}`, reportIn(sqlite), reportIn(postgres)));
  }
  await Promise.all([sqlite.close(), postgres.close()]);
  rmSync(folder, { recursive: true });
  return rows;
}

async function recordClicks(store: Store, conversations: number): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let recorded = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const convo_id = `c${Math.floor(Math.random() * conversations)}`;
      const fact = { program: 'gold', convo_id, presentation_id: 'p1', email: 'ann@example.com', click_at_ms: 1 };
      await store.recordClick({ ...fact, click_id: randomUUID(), now_ms: Date.now() });
      recorded++;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return recorded;
}

/** Returns the number of reports. */
async function recordReports(store: Store, nextBatch: () => ReportWrite[]): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let recorded = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const reports = nextBatch();
      await store.recordReports({ reports, postback: null, reward_max_pct: 25, now_ms: Date.now() });
      recorded += reports.length;
    }
  };
  await Promise.all(Array.from({ length: REPORT_CALLERS }, caller));
  return recorded;
}

async function compareOverHttp(DATABASE_URL: string): Promise<object> {
  const servers = [await startServer('durable', { DATABASE_URL: '' }), await startServer('durable', { DATABASE_URL })];
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const request = REQUESTS['POST clickthrough']!;
  const [sqlite, postgres] = servers.map(
    ({ url }) =>
      async () =>
        (await hammer(agent, url, request, CALLERS, SECONDS)).length,
  ) as [Measure, Measure];
  const row = await compare(`over HTTP, ${CALLERS} connections, one conversation`, sqlite, postgres);
  agent.destroy();
  for (const { child } of servers) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return row;
}

async function compare(name: string, sqlite: Measure, postgres: Measure): Promise<object> {
  const [one, other]: number[][] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    const counts = [await sqlite(), await postgres()] as const;
    // The first round warms up.
    if (round === 0) continue;
    one!.push(counts[0] / SECONDS);
    other!.push(counts[1] / SECONDS);
  }
  const [sqliteRate, postgresRate] = [percentile(one!, 0.5), percentile(other!, 0.5)];
  return {
    'facts/s': name,
    SQLite: Math.round(sqliteRate),
    PostgreSQL: Math.round(postgresRate),
    ratio: (postgresRate / sqliteRate).toFixed(2),
  };
}
