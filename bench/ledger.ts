// The ledger over HTTP: acknowledged clicks, offers and redirects, each durable before its reply, beside (a) a bare route
// of the same application, with the same hooks, validation and answer but no store, and (b) one transaction a request.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const CONNECTIONS = [64, 256];
const SECONDS = 1;
const TURNS = 3;
const MODES = ['durable', 'bare', 'single'] as const;
type Mode = (typeof MODES)[number];

interface Figures {
  per_second: number;
  p50: number;
  p99: number;
}

interface Shot {
  method: string;
  path: string;
  body?: string;
  status: number;
}

const click = () => ({
  program: 'gold',
  email: 'ann@example.com',
  convo_id: 'c1',
  presentation_id: 'p1',
  click_id: randomUUID(),
  click_datetime: '2026-03-04T05:06:07Z',
});

const SHOTS: Record<string, () => Shot> = {
  'POST clickthrough': () => ({ method: 'POST', path: '/clickthrough/c1', body: JSON.stringify(click()), status: 202 }),
  'POST offers/single': () => {
    const product_info = { name: 'Kettle', presentment_id: 'p1', direct_link: 'https://t.example/' };
    return {
      method: 'POST',
      path: '/offers/single',
      body: JSON.stringify({ product_click: click(), product_info }),
      status: 201,
    };
  },
  'GET redirect': () => {
    const query = `email=ann@example.com&program=gold&click_id=${randomUUID()}&click_datetime=2026-03-04T05%3A06%3A07Z`;
    return { method: 'GET', path: `/clickthrough/c1/p1?${query}`, status: 302 };
  },
};

export async function run(): Promise<void> {
  const rows: object[] = [];
  for (const connections of CONNECTIONS) {
    for (const [name, shot] of Object.entries(SHOTS)) {
      const { durable, bare, single } = await compare(shot, connections);
      rows.push({
        '': `${name}, ${connections} connections`,
        'acknowledged/s': Math.round(durable.per_second),
        p50: `${durable.p50.toFixed(1)} ms`,
        p99: `${durable.p99.toFixed(1)} ms`,
        '(a) bare route/s': Math.round(bare.per_second),
        'of (a)': `${((100 * durable.per_second) / bare.per_second).toFixed(0)} %`,
        '(b) one transaction each/s': Math.round(single.per_second),
        'times (b)': (durable.per_second / single.per_second).toFixed(1),
      });
    }
  }
  console.table(rows);
  console.log(`this disk makes ${durableTransactions()} small transactions durable in a second, one by one`);
}

/** What a transaction costs on this disk: where that is little, sharing one among requests gains little. */
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

/** The three in turns, and the best turn of each: what else the machine does meanwhile must not decide. */
async function compare(shot: () => Shot, connections: number): Promise<Record<Mode, Figures>> {
  const servers = await Promise.all(
    MODES.map(async (mode) => {
      const child = fork(`${import.meta.dirname}/ledger-under-test.ts`, [mode], {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      });
      return { mode, child, url: await listening(child), best: { per_second: 0, p50: 0, p99: 0 } };
    }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  for (const { url } of servers) {
    await send(agent, url, SHOTS['POST offers/single']!());
    await hammer(agent, url, shot, connections, SECONDS);
  }
  for (let turn = 0; turn < TURNS; turn++) {
    for (const server of servers) {
      const figures = await measure(agent, server.url, shot, connections);
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

async function measure(agent: Agent, url: string, shot: () => Shot, connections: number): Promise<Figures> {
  const times = await hammer(agent, url, shot, connections, SECONDS);
  times.sort((a, b) => a - b);
  return {
    per_second: times.length / SECONDS,
    p50: times[times.length >> 1]!,
    p99: times[Math.floor(times.length * 0.99)]!,
  };
}

async function listening(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  while (!output.includes('listening on')) await once(child.stdout!, 'data');
  return /listening on (\S+)/.exec(output)![1]!;
}

async function hammer(
  agent: Agent,
  url: string,
  shot: () => Shot,
  connections: number,
  seconds: number,
): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const client = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      await send(agent, url, shot());
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  return times;
}

function send(agent: Agent, url: string, { method, path, body, status }: Shot): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {};
    const outgoing = request(url + path, { agent, method, headers }, (response) => {
      response.resume();
      if (response.statusCode !== status) reject(new Error(`${method} ${path}: ${response.statusCode}`));
      response.on('end', resolve);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
