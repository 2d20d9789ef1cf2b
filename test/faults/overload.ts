// Goal 9: at three times the service's capacity, accepted requests are answered soon and the others are refused at
// once. `npm run torture` runs it, but not `npm test`, because the load generator needs its own core.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FREQUENT_WORDS } from '../support/frequent-words.ts';
import { pick } from '../support/seeded.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const PEAK_CLIENTS = 32;
const PEAK_MS = 5000;
const OVERLOAD = 3;
const TICK_MS = 10;
/** Every n-th request is a keyed search; the others are keyless chats. */
const KEYED = 5;

interface Sent {
  isKeyed: boolean;
  status: number;
  ms: number;
  retryAfter: string | undefined;
}

class Load {
  readonly #server: ServerProcess;
  readonly #random: () => number;
  readonly #agent = new Agent({ keepAlive: true });
  #count = 0;

  constructor(server: ServerProcess, random: () => number) {
    this.#server = server;
    this.#random = random;
  }

  end(): void {
    this.#agent.destroy();
  }

  /** Sends a search, or the first message of a new conversation. */
  async send(): Promise<Sent> {
    const n = ++this.#count;
    const isKeyed = n % KEYED === 0;
    const word = () => pick(FREQUENT_WORDS, this.#random);
    const text = `${word()} ${word()} ${word()}`;
    const path = isKeyed ? '/v1/discovery/products/search' : `/chat/overload-${n}`;
    const body = JSON.stringify(isKeyed ? { query: `${text} ${n}` } : { chat: text });
    const started = performance.now();
    const { status, retryAfter } = await this.#post(path, body, isKeyed ? { 'x-api-key': 'test-key' } : {});
    return { isKeyed, status, retryAfter, ms: performance.now() - started };
  }

  #post(path: string, body: string, headers: Record<string, string>) {
    return new Promise<Pick<Sent, 'status' | 'retryAfter'>>((resolve, reject) => {
      const options = {
        agent: this.#agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      };
      const outgoing = request(this.#server.url + path, options, (response) => {
        response.on('end', () =>
          resolve({ status: response.statusCode!, retryAfter: response.headers['retry-after'] }),
        );
        response.resume();
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

/** Capacity in answers per second, measured in a closed loop with enough clients to keep the service busy. */
async function measurePeak(load: Load): Promise<number> {
  const end = performance.now() + PEAK_MS;
  let answered = 0;
  const client = async () => {
    while (performance.now() < end) if ((await load.send()).status === 200) answered++;
  };
  await Promise.all(Array.from({ length: PEAK_CLIENTS }, client));
  return (1000 * answered) / PEAK_MS;
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error' }, ['--demo']);
  const load = new Load(server, random);
  try {
    await server.ready();
    const peak = await measurePeak(load);
    const sending: Promise<Sent | Error>[] = [];
    const started = performance.now();
    // An open loop: requests are sent on schedule, whether or not earlier ones were answered.
    while (sending.length < count) {
      const due = Math.min(count, ((performance.now() - started) * OVERLOAD * peak) / 1000);
      while (sending.length < due) sending.push(load.send().catch((error: Error) => error));
      await sleep(TICK_MS);
    }
    const sent_ms = performance.now() - started;
    return judge(await Promise.all(sending), peak, sent_ms, performance.now() - started);
  } finally {
    load.end();
    await server.remove();
  }
}

function judge(results: (Sent | Error)[], peak: number, sent_ms: number, total_ms: number): Outcome {
  const sent = results.flatMap((result) => (result instanceof Error ? [] : [result]));
  const violations = new Set(results.flatMap((result) => (result instanceof Error ? [String(result)] : [])));
  for (const { status, retryAfter } of sent) {
    const isShed = (status === 503 || status === 429) && retryAfter !== undefined;
    if (status !== 200 && !isShed) violations.add(`a request was answered with ${status}, Retry-After ${retryAfter}`);
  }
  const accepted = sent.filter(({ status }) => status === 200);
  const keyed = accepted.filter(({ isKeyed }) => isKeyed);
  if (keyed.length === 0) violations.add('no search with a key was answered');
  const figures = {
    peak_per_s: Math.round(peak),
    sent_per_s: Math.round((1000 * results.length) / sent_ms),
    accepted: accepted.length,
    shed: sent.length - accepted.length,
    goodput_percent_of_peak: Math.round((100_000 * accepted.length) / total_ms / peak),
    p99_ms: p99(accepted),
    keyed_refused: sent.filter(({ isKeyed, status }) => isKeyed && status !== 200).length,
    keyed_p99_ms: p99(keyed),
  };
  return { figures, violations: [...violations] };
}

function p99(sent: Sent[]): number {
  const times = sent.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
}

export const overload: Fault = {
  goal: 9,
  promise: 'at three times its capacity the service answers what it accepts and refuses the rest with Retry-After',
  round_size: 2000,
  torture_size: 2000,
  run,
};
