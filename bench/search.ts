// Search over HTTP, whole answers of 25 products, beside a bare route that returns as many bytes.
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { generateCatalogue, generateSearches } from './generate-catalogue.ts';
import { type Latencies, measureLatency, measureThroughput, type Shot } from './load.ts';

const SEARCHES = 200;
const ROUNDS = 3;
const CONNECTIONS = 16;
const SECONDS = 5;
const KEY = 'bench-key';

interface Figures extends Latencies {
  per_second: number;
  lag_ms: number;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { products: { type: 'string', default: '100000' } } });
  const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  try {
    await importCatalogue(folder, Number(values.products));
    const service = await measureService(folder);
    const bare = await measureBare(service.bytes);
    print(Number(values.products), service, bare);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function importCatalogue(folder: string, count: number): Promise<void> {
  const file = createWriteStream(`${folder}/catalogue.jsonl`);
  for (const line of generateCatalogue(count)) if (!file.write(`${line}\n`)) await once(file, 'drain');
  file.end();
  await finished(file);
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['server/src/cli.ts', 'import', `${folder}/catalogue.jsonl`], {
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const seconds = (performance.now() - started) / 1000;
  console.log(`imported ${count} products in ${seconds.toFixed(1)} s: ${Math.round(count / seconds)} products/s`);
}

async function start(args: string[], env: Record<string, string> = {}): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(`${import.meta.dirname}/server-under-test.ts`, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  while (!output.includes('listening on')) await once(child.stdout!, 'data');
  return { child, url: /listening on (\S+)/.exec(output)![1]! };
}

async function measureService(folder: string): Promise<Figures> {
  const env = { DATA_DIR: folder, PORT: '0', API_KEYS: KEY, LOG_LEVEL: 'warn' };
  const started = performance.now();
  const { child, url } = await start(['service'], env);
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(50);
  console.log(`ready ${((performance.now() - started) / 1000).toFixed(1)} s after its start`);
  const shots = generateSearches(SEARCHES).map(({ query, criteria }) => ({
    url: `${url}/v1/discovery/products/search`,
    body: JSON.stringify({ query, criteria }),
    headers: { 'x-api-key': KEY },
  }));
  return measure(child, shots);
}

async function measureBare(bytes: number): Promise<Figures> {
  const { child, url } = await start(['bare', String(bytes)]);
  return measure(
    child,
    Array.from({ length: SEARCHES }, () => ({ url, body: '{"query":"x"}', headers: {} })),
  );
}

async function measure(child: ChildProcess, shots: Shot[]): Promise<Figures> {
  await measureLatency(shots);
  child.send('reset');
  const latencies = await measureLatency(Array.from({ length: ROUNDS }, () => shots).flat());
  const per_second = await measureThroughput(shots, CONNECTIONS, SECONDS);
  child.send('lag');
  const [{ lag_ms }] = (await once(child, 'message')) as [{ lag_ms: number }];
  child.kill('SIGTERM');
  await once(child, 'exit');
  return { ...latencies, per_second, lag_ms };
}

function print(products: number, service: Figures, bare: Figures): void {
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  const row = (name: string, figures: Figures) => ({
    '': name,
    p50: ms(figures.p50),
    p95: ms(figures.p95),
    p99: ms(figures.p99),
    'requests/s': Math.round(figures.per_second),
    'longest block of the event loop': ms(figures.lag_ms),
    'bytes/answer': figures.bytes,
  });
  console.log(
    `\nsearch over HTTP, ${products} products, ${SEARCHES} searches × ${ROUNDS}, then ${CONNECTIONS} connections for ${SECONDS} s`,
  );
  console.table([row('finderfee', service), row('bare Fastify route', bare)]);
  console.log(
    `p50 is ${(service.p50 / bare.p50).toFixed(1)} × the bare route's; requests/s ${((100 * service.per_second) / bare.per_second).toFixed(0)} % of it`,
  );
  console.log(`limits at 100,000 products: p50 ${ms(service.p50)} of 10 ms, event loop ${ms(service.lag_ms)} of 20 ms`);
}
