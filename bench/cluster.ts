// Two instances on PostgreSQL, with embedded indexes and with OpenSearch, compared with one embedded instance under the
// same load on one machine: requests per second, latencies, and the CPU time that each part needs for a request.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drive, prepareLoads } from './cluster-load.ts';
import { openSearchCpuMs, postgresCpuMs, processCpuMs } from './cpu-times.ts';
import { generateCatalogue } from './generate-catalogue.ts';
import { percentile } from './percentile.ts';
import { importFile, type Server, settings, waitUntilServerIdle, withReadyServer } from './service-process.ts';
import { watchStolenTime } from './stolen-time.ts';

const OPENSEARCH_URL = process.env.BENCH_OPENSEARCH_URL;

interface Shape {
  name: string;
  instances: number;
  env: Record<string, string>;
}

/** CPU milliseconds by part. */
type CpuTimes = Record<'instances' | 'PostgreSQL' | 'OpenSearch' | 'load', number>;

interface Figures {
  per_second: number;
  times: number[];
  failed: number;
  /** Of one request. */
  cpu_ms: CpuTimes;
}

interface Options {
  connections: number;
  seconds: number;
  rounds: number;
}

/** Figures by load. */
type Measured = Record<string, Figures>;

export async function run(args: string[]): Promise<void> {
  const number = (value: string) => ({ type: 'string', default: value }) as const;
  const options = { products: number('100000'), connections: number('32'), seconds: number('10'), rounds: number('3') };
  const { products, ...rest } = parseArgs({ args, options }).values;
  const load = { connections: Number(rest.connections), seconds: Number(rest.seconds), rounds: Number(rest.rounds) };
  if (!OPENSEARCH_URL) console.log('OpenSearch is not measured: BENCH_OPENSEARCH_URL is not set');
  const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  const postgres = fork(new URL('./postgres-under-test.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [database] = (await once(postgres, 'message')) as [string];
  try {
    const file = join(folder, 'catalogue.jsonl');
    writeFileSync(file, [...generateCatalogue(Number(products))].join('\n'));
    console.log(`${products} products, ${load.connections} connections, ${availableParallelism()} cores`);
    await compare(shapesOf(database), folder, file, load);
  } finally {
    if (OPENSEARCH_URL) await fetch(`${OPENSEARCH_URL}/finderfee-bench-*`, { method: 'DELETE' });
    postgres.disconnect();
    await once(postgres, 'exit');
    rmSync(folder, { recursive: true });
  }
}

function shapesOf(DATABASE_URL: string): [Shape, ...Shape[]] {
  const embedded = { name: '1 embedded', instances: 1, env: {} };
  const shared = { name: '2 on PostgreSQL', instances: 2, env: { DATABASE_URL } };
  if (!OPENSEARCH_URL) return [embedded, shared];
  const env = { DATABASE_URL, OPENSEARCH_URL, OPENSEARCH_REPLICAS: '0', OPENSEARCH_INDEX_PREFIX: 'finderfee-bench' };
  return [embedded, shared, { name: '2 on PostgreSQL and OpenSearch', instances: 2, env }];
}

/** The embedded instance is measured before and after the others, because the load of a shared machine changes. */
async function compare(shapes: [Shape, ...Shape[]], folder: string, file: string, load: Options): Promise<void> {
  const stolenTime = watchStolenTime();
  const measured: [string, Measured][] = [];
  for (const shape of [...shapes, shapes[0]]) {
    console.log(`${shape.name} …`);
    const data = join(folder, String(shapes.indexOf(shape)));
    // The third shape shares the database of the second, and the last one has its data.
    if (measured.length < 2) await importFile(data, file, shape.env);
    measured.push([shape.name, await measureShape(shape, data, load)]);
  }
  print(measured);
  console.log(`CPU steal time during the run: ${(100 * (stolenTime() ?? 0)).toFixed(1)} %`);
}

function measureShape({ instances, env }: Shape, folder: string, load: Options): Promise<Measured> {
  const common = { ...env, SEARCH_CACHE_MB: '0', OFFER_LINK_HOSTS: '*' };
  const start = (servers: Server[]): Promise<Measured> => {
    if (servers.length === instances) return measureLoads(servers, env, load);
    const own = { ...common, ...settings(`${folder}${servers.length === 0 ? '' : `-${servers.length}`}`) };
    return withReadyServer(own, (server) => start([...servers, server]));
  };
  return start([]);
}

async function measureLoads(servers: Server[], env: Shape['env'], load: Options): Promise<Measured> {
  for (const server of servers) await waitUntilServerIdle(server);
  const urls = servers.map(({ url }) => url);
  const loads = await prepareLoads(urls[0]!);
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const cpuTimes = async (): Promise<CpuTimes> => ({
    instances: servers.reduce((sum, { child }) => sum + processCpuMs(child.pid!), 0),
    PostgreSQL: env.DATABASE_URL ? await postgresCpuMs(env.DATABASE_URL) : 0,
    OpenSearch: env.OPENSEARCH_URL ? await openSearchCpuMs(env.OPENSEARCH_URL) : 0,
    load: processCpuMs(process.pid),
  });
  const best: Measured = {};
  // The first round warms up.
  for (let round = 0; round <= load.rounds; round++)
    for (const [name, next] of Object.entries(loads)) {
      const before = await cpuTimes();
      const each = { ...load, connections: Math.ceil(load.connections / urls.length) };
      const driven = await Promise.all(urls.map((url) => drive(agent, url, next, each)));
      const after = await cpuTimes();
      const times = driven.flatMap((one) => one.times);
      const failed = driven.reduce((sum, one) => sum + one.failed, 0);
      const perRequest = (part: keyof CpuTimes) => (after[part] - before[part]) / times.length;
      const cpu_ms = {
        ...{ instances: perRequest('instances'), load: perRequest('load') },
        ...{ PostgreSQL: perRequest('PostgreSQL'), OpenSearch: perRequest('OpenSearch') },
      };
      const figures = { per_second: times.length / load.seconds, times, failed, cpu_ms };
      if (round > 0 && figures.per_second > (best[name]?.per_second ?? 0)) best[name] = figures;
    }
  agent.destroy();
  return best;
}

function print(measured: [string, Measured][]): void {
  const [[, first], [, last]] = [measured[0]!, measured.at(-1)!];
  for (const load of Object.keys(first)) {
    const limit = (first[load]!.per_second + last[load]!.per_second) / 2;
    console.log(
      `\n${load}${load === 'mix' ? ': of six requests two searches, two product details, an offer, a redirect' : ''}`,
    );
    console.table(measured.map(([name, figures]) => ({ shape: name, ...rowOf(figures[load]!, limit) })));
  }
  console.log(
    'The ratio is to the embedded instance, measured first and last. All parts, and the load, share the cores.',
  );
}

function rowOf({ per_second, times, failed, cpu_ms }: Figures, limit: number): object {
  const latency = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1)).join(' / ');
  const cpu = Object.entries(cpu_ms).map(([part, ms]) => [`CPU ms, ${part}`, ms.toFixed(2)]);
  const rates = { 'requests/s': Math.round(per_second), ratio: (per_second / limit).toFixed(2), failed };
  return { ...rates, 'p50 / p95 / p99, ms': latency, ...Object.fromEntries(cpu) };
}
