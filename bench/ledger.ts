// Ledger throughput over HTTP: clicks, offers, redirects and reports of sales, each durable before its reply, compared
// with (a) the same routes without the store and (b) one transaction per request instead of group commit.
// `--store postgres` compares the stores instead. `--only conversions` measures the requests whose name contains it.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { type BenchRequest, CONVERSIONS, hammer, REQUESTS, send, startServer } from './ledger-load.ts';
import { compareStores } from './ledger-stores.ts';

const CONNECTIONS = [64, 256];
/** Networks report over few connections, with many reports in a request. */
const NETWORK_CONNECTIONS = 16;
const SECONDS = 1;
const ROUNDS = 3;
const MODES = ['durable', 'bare', 'single'] as const;
type Mode = (typeof MODES)[number];

interface Figures {
  per_second: number;
  p50: number;
  p99: number;
}

export async function run(args: string[]): Promise<void> {
  if (args.join(' ') === '--store postgres') return compareStores();
  const { values } = parseArgs({ args, options: { only: { type: 'string', default: '' } } });
  const rows: object[] = [];
  for (const connections of [...CONNECTIONS, NETWORK_CONNECTIONS]) {
    const requests = connections === NETWORK_CONNECTIONS ? CONVERSIONS : REQUESTS;
    for (const [name, nextRequest] of Object.entries(requests).filter(([each]) => each.includes(values.only))) {
      const { durable, bare, single } = await compare(nextRequest, connections);
      rows.push({
        '': `${name}, ${connections} connections`,
        'acknowledged/s': Math.round(durable.per_second),
        p50: `${durable.p50.toFixed(1)} ms`,
        p99: `${durable.p99.toFixed(1)} ms`,
        '(a) no store/s': Math.round(bare.per_second),
        'of (a)': `${((100 * durable.per_second) / bare.per_second).toFixed(0)} %`,
        '(b) no group commit/s': Math.round(single.per_second),
        'times (b)': (durable.per_second / single.per_second).toFixed(1),
      });
    }
  }
  console.table(rows);
  console.log(`this disk commits ${durableTransactions()} small transactions per second, one at a time`);
}

/** Commits per second of this disk. The cheaper a commit, the less group commit gains. */
function durableTransactions(): number {
  const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  const db = new DatabaseSync(join(folder, 'disk.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE facts (fact TEXT)');
  const insert = db.prepare('INSERT INTO facts VALUES (?)');
  let done = 0;
  for (const end = performance.now() + 1000; performance.now() < end; done++) insert.run('x'.repeat(200));
  db.close();
  rmSync(folder, { recursive: true });
  return done;
}

/** Measures the three modes in alternating rounds and keeps the best round of each, to reduce noise from other load. */
async function compare(nextRequest: () => BenchRequest, connections: number): Promise<Record<Mode, Figures>> {
  const servers = await Promise.all(
    MODES.map(async (mode) => {
      const server = await startServer(mode);
      return { mode, ...server, best: { per_second: 0, p50: 0, p99: 0 } };
    }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  for (const { url } of servers) {
    await send(agent, url, REQUESTS['POST offers/single']!());
    await hammer(agent, url, nextRequest, connections, SECONDS);
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const server of servers) {
      const figures = await measure(agent, server.url, nextRequest, connections);
      if (figures.per_second > server.best.per_second) server.best = figures;
    }
  }
  agent.destroy();
  for (const { child } of servers) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return Object.fromEntries(servers.map(({ mode, best }) => [mode, best])) as Record<Mode, Figures>;
}

async function measure(
  agent: Agent,
  url: string,
  nextRequest: () => BenchRequest,
  connections: number,
): Promise<Figures> {
  const times = await hammer(agent, url, nextRequest, connections, SECONDS);
  times.sort((a, b) => a - b);
  return {
    per_second: times.length / SECONDS,
    p50: times[times.length >> 1]!,
    p99: times[Math.floor(times.length * 0.99)]!,
  };
}
