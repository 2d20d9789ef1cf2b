// An HTTP load generator: one connection for latencies, several for throughput.
import { Agent, request } from 'node:http';
import { percentile } from './percentile.ts';

export interface BenchRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
}

interface Answer {
  status: number;
  text: string;
}

export function send(agent: Agent, { url, body, headers }: BenchRequest, method = 'POST'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
    const outgoing = request(url, { agent, method, headers: sent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export interface Latencies {
  sent: number;
  p50: number;
  p95: number;
  p99: number;
  bytes: number;
}

/** Sends the requests one at a time, in a cycle, while `shouldContinue` holds for the number sent so far. */
export async function measureLatency(
  requests: BenchRequest[],
  shouldContinue: (sent: number) => boolean,
): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let bytes = 0;
  while (shouldContinue(times.length)) {
    const started = performance.now();
    const { status, text } = await send(agent, requests[times.length % requests.length]!);
    times.push(performance.now() - started);
    if (status !== 200) throw new Error(`${status} ${text}`);
    bytes += text.length;
  }
  agent.destroy();
  return {
    sent: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    bytes: Math.round(bytes / times.length),
  };
}

/** Requests per second with several connections, in a closed loop. */
export async function measureThroughput(
  requests: BenchRequest[],
  connections: number,
  seconds: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  let [answered, next] = [0, 0];
  const client = async () => {
    while (performance.now() < end) {
      const { status, text } = await send(agent, requests[next++ % requests.length]!);
      if (status !== 200) throw new Error(`${status} ${text}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return answered / seconds;
}
