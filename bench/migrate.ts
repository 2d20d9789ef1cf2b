// `finderfee migrate` against PostgreSQL copying the same rows inside itself, into tables with the same indexes.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importProducts } from '../server/src/catalogue/import-products.ts';
import { systemClock } from '../server/src/clock.ts';
import { MOVED_TABLES } from '../server/src/store/moved-tables.ts';
import { openSqliteStore } from '../server/src/store/sqlite/open-sqlite-store.ts';
import { withClient } from '../test/support/postgres-client.ts';
import { CLI } from '../test/support/server-process.ts';
import { generateCatalogue } from './generate-catalogue.ts';

const CALLERS = 400;
const PRESENTMENTS = 1000;
const FOLD = 20_000;
const POLL_MS = 100;

interface Size {
  products: number;
  clicks: number;
}

export async function run(args: string[]): Promise<void> {
  const options = {
    products: { type: 'string', default: '50000' },
    clicks: { type: 'string', default: '50000' },
  } as const;
  const { values } = parseArgs({ args, options });
  const size = { products: Number(values.products), clicks: Number(values.clicks) };
  const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  const server = fork(new URL('./postgres-under-test.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = (await once(server, 'message')) as [string];
  try {
    await fill(folder, size);
    const migrated = await migrate(folder, url);
    const plain_s = await copyPlainly(url);
    console.table([
      {
        ...{ products: size.products, clicks: size.clicks, 'migrate, s': migrated.seconds.toFixed(1) },
        ...{ 'peak memory, MB': Math.round(migrated.peak_mb), 'INSERT … SELECT, s': plain_s.toFixed(1) },
        'times as long': (migrated.seconds / plain_s).toFixed(2),
      },
    ]);
  } finally {
    server.disconnect();
    rmSync(folder, { recursive: true });
  }
}

async function fill(folder: string, { products, clicks }: Size): Promise<void> {
  const store = await openSqliteStore({ folder, own: true });
  const rows = function* () {
    let line = 0;
    for (const text of generateCatalogue(products)) yield { line: ++line, value: JSON.parse(text) };
  };
  await importProducts({ store, clock: systemClock }, 'bench', rows());
  let made = 0;
  const click = async () => {
    while (made < clicks) {
      const no = made++;
      const ids = { convo_id: `c${no % PRESENTMENTS}`, presentation_id: 'p1', program: 'gold', click_id: `k${no}` };
      await store.recordClick({ ...ids, email: `${no % 5000}@example.com`, click_at_ms: no, now_ms: no });
      if (no % FOLD === 0) while ((await store.foldFunnel({ limit: FOLD })) > 0);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, click));
  await store.close();
}

async function migrate(folder: string, url: string): Promise<{ seconds: number; peak_mb: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [CLI, 'migrate', '--from', folder, '--to', url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  let peak_mb = 0;
  while (child.exitCode === null) {
    peak_mb = Math.max(peak_mb, peakOf(child.pid!));
    await Promise.race([ended, sleep(POLL_MS)]);
  }
  if (child.exitCode !== 0) throw new Error('the migration failed');
  return { seconds: (performance.now() - start) / 1000, peak_mb };
}

/** The highest resident memory so far, from Linux's /proc; 0 elsewhere. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function copyPlainly(url: string): Promise<number> {
  return withClient(url, async (client) => {
    await client.query('CREATE SCHEMA plain');
    const start = performance.now();
    for (const { name } of MOVED_TABLES) {
      await client.query(`CREATE TABLE plain.${name} (LIKE finderfee.${name} INCLUDING ALL)`);
      await client.query(`INSERT INTO plain.${name} SELECT * FROM finderfee.${name}`);
    }
    return (performance.now() - start) / 1000;
  });
}
