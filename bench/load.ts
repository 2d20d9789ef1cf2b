// Sends requests over HTTP and measures: one at a time for latencies, several connections for throughput.
import { Agent, request } from 'node:http';

export interface Shot {
  url: string;
  body: string;
  headers: Record<string, string>;
}

function send(agent: Agent, { url, body, headers }: Shot): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

export interface Latencies {
  p50: number;
  p95: number;
  p99: number;
  bytes: number;
}

/** Each shot once, one after the other. */
export async function measureLatency(shots: Shot[]): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let bytes = 0;
  for (const shot of shots) {
    const started = performance.now();
    const { status, text } = await send(agent, shot);
    times.push(performance.now() - started);
    if (status !== 200) throw new Error(`${status} ${text}`);
    bytes += text.length;
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    bytes: Math.round(bytes / shots.length),
  };
}

/** As many as go through in the time, on several connections. */
export async function measureThroughput(shots: Shot[], connections: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const client = async (first: number) => {
    for (let i = first; performance.now() < end; i++) {
      const { status } = await send(agent, shots[i % shots.length]!);
      if (status === 200) answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, n) => client(n * 7)));
  agent.destroy();
  return answered / seconds;
}
