// Funnel reports of 30 days on both stores, as a ratio to the limit of 100 ms. Facts are made through the store.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createFunnelFolder } from '../server/src/reports/funnel-folder.ts';
import { reportFunnel } from '../server/src/reports/report-funnel.ts';
import { openPostgresStore } from '../server/src/store/postgres/open-postgres-store.ts';
import { DAY_MS } from '../server/src/store/report-store.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../server/src/store/store.ts';
import { seeded } from '../test/support/seeded.ts';
import { offerWrite } from '../test/support/stored-facts.ts';
import { reportWrite } from '../test/support/stored-sales.ts';
import { percentile } from './percentile.ts';

const LIMIT_MS = 100;
const RUNS = 40;
const DAYS = 30;
const MERCHANTS = 1000;
const CALLERS = 400;
const REPORTS_AT_ONCE = 200;
const FOLD = 5000;

const START_MS = Date.parse('2026-10-01T00:00:00Z');
const PERIOD = { from: '2026-10-01', to: '2026-10-30' };
const GROUPINGS = ['none', 'day', 'program', 'merchant', 'network'] as const;
const ZONES = ['UTC', 'Asia/Kathmandu'];

interface Size {
  clicks: number;
  conversions: number;
}

export async function run(args: string[]): Promise<void> {
  const options = { clicks: { type: 'string', default: '1000000' }, store: { type: 'string' } } as const;
  const { clicks, store } = parseArgs({ args, options }).values;
  const size = { clicks: Number(clicks), conversions: Math.ceil(Number(clicks) / 20) };
  console.log(`${size.clicks} clicks and ${size.conversions} conversions of ${MERCHANTS} merchants in ${DAYS} days`);
  if (store !== 'postgres') await measureSqlite(size);
  if (store !== 'sqlite') await measurePostgres(size);
}

async function measureSqlite(size: Size): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  const store = await openSqliteStore({ folder, own: true });
  await measure('SQLite', store, size);
  await store.close();
  rmSync(folder, { recursive: true });
}

async function measurePostgres(size: Size): Promise<void> {
  const server = fork(new URL('./postgres-under-test.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = await once(server, 'message');
  const store = await openPostgresStore({ url: String(url), prepare: true, pool: 13, own: true });
  await measure('PostgreSQL', store, size);
  await store.close();
  server.disconnect();
}

async function measure(engine: string, store: Store, size: Size): Promise<void> {
  await fill(store, size);
  const rows: object[] = [];
  for (const tz of ZONES)
    for (const group_by of GROUPINGS) {
      const times: number[] = [];
      for (let i = 0; i <= RUNS; i++) {
        const start = performance.now();
        await reportFunnel({ store }, { ...PERIOD, tz, group_by, date_basis: 'click' });
        // The first run warms up.
        if (i > 0) times.push(performance.now() - start);
      }
      const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
      rows.push({
        [`${engine}, ${DAYS} days`]: `by ${group_by}, ${tz}`,
        ...{ 'p50 ms': p50.toFixed(1), 'p95 ms': p95.toFixed(1), 'p95 ÷ limit': (p95 / LIMIT_MS).toFixed(2) },
      });
    }
  console.table(rows);
}

async function fill(store: Store, { clicks, conversions }: Size): Promise<void> {
  const random = seeded(1);
  const below = (limit: number) => Math.floor(random() * limit);
  const presentmentOf = (merchant: number) => ({ convo_id: `c${merchant}`, presentation_id: 'p1' });
  for (let merchant = 0; merchant < MERCHANTS; merchant++) {
    const product = JSON.stringify({ name: 'Kettle', currency: 'USD', rebate_pct: 5, merchant: { id: merchant } });
    const offer = offerWrite({ ...presentmentOf(merchant), click_id: `offer ${merchant}`, product });
    await store.registerOffers({ offers: [offer], now_ms: START_MS + below(DAYS * DAY_MS) });
  }
  const fail = (error: unknown) => {
    throw error;
  };
  const folder = createFunnelFolder({ store, folded: {} }, fail);
  folder.start();
  let made = 0;
  const click = async () => {
    while (made < clicks) {
      const no = made++;
      const at_ms = START_MS + Math.floor((no / clicks) * DAYS * DAY_MS);
      const ids = { ...presentmentOf(below(MERCHANTS)), program: no % 3 === 0 ? 'silver' : 'gold', click_id: `k${no}` };
      await store.recordClick({ ...ids, email: '', click_at_ms: at_ms, now_ms: at_ms });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, click));
  for (let first = 0; first < conversions; first += REPORTS_AT_ONCE) {
    const reports = Array.from({ length: REPORTS_AT_ONCE }, (_, i) =>
      reportWrite({
        ...{ network: `network-${below(5)}`, transaction_id: `t${first + i}`, click_id: `k${(first + i) * 20}` },
        ...{ sale_amount: BigInt(below(1e9)), commission: BigInt(below(1e8)), currency: first % 3 ? 'USD' : 'EUR' },
        ...{
          status: (['pending', 'approved', 'declined'] as const)[below(3)]!,
          occurred_at_ms: START_MS + DAYS * DAY_MS,
        },
      }),
    );
    await store.recordReports({ reports, postback: null, reward_max_pct: 25, now_ms: START_MS + DAYS * DAY_MS });
  }
  await folder.stop();
  while ((await store.foldFunnel({ limit: FOLD })) > 0);
}
