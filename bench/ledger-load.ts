// The load of the ledger benchmarks: its requests, the server process, and a closed loop of clients.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Agent, request } from 'node:http';

/** A key with all scopes. */
export const BENCH_KEY = 'bench-key';

export interface BenchRequest {
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

export const REQUESTS: Record<string, () => BenchRequest> = {
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

const reportOf = (transaction_id: string, original_transaction_id: string | null = null) => ({
  ...{ network: 'awin', transaction_id, original_transaction_id, click_id: randomUUID() },
  ...{ sale_amount: original_transaction_id ? '-0.01' : '39.50', currency: 'USD', status: 'approved' },
});

const conversions = (reports: object[]): BenchRequest => ({
  ...{ method: 'POST', path: '/v1/conversions', body: JSON.stringify({ conversions: reports }), status: 200 },
});

const newReports = (count: number) => Array.from({ length: count }, () => reportOf(randomUUID()));

/** Sales with a correction each. */
const correctedReports = (sales: number) =>
  newReports(sales).flatMap((sale) => [sale, reportOf(randomUUID(), sale.transaction_id)]);

/** Requests with reports of sales. Each has a click id that is not known. */
export const CONVERSIONS: Record<string, () => BenchRequest> = {
  'POST conversions, 1 report': () => conversions(newReports(1)),
  'POST conversions, 100 reports': () => conversions(newReports(100)),
  'POST conversions, 50 and their corrections': () => conversions(correctedReports(50)),
};

/** Starts `ledger-under-test.ts` in a mode. */
export async function startServer(mode: string, env: Record<string, string> = {}) {
  const child = fork(`${import.meta.dirname}/ledger-under-test.ts`, [mode], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  return { child, url: await listening(child) };
}

async function listening(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  while (!output.includes('listening on')) await once(child.stdout!, 'data');
  return /listening on (\S+)/.exec(output)![1]!;
}

/** Returns the time of each request. */
export async function hammer(
  agent: Agent,
  url: string,
  nextRequest: () => BenchRequest,
  connections: number,
  seconds: number,
): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const client = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      await send(agent, url, nextRequest());
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  return times;
}

export function send(agent: Agent, url: string, { method, path, body, status }: BenchRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {};
    const headers = path.startsWith('/v1/') ? { 'x-api-key': BENCH_KEY, ...length } : length;
    const outgoing = request(url + path, { agent, method, headers }, (response) => {
      response.resume();
      if (response.statusCode !== status) reject(new Error(`${method} ${path}: ${response.statusCode}`));
      response.on('end', resolve);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
