// Goal 9: three times as many requests as the service can answer. What it accepts it answers soon, the rest it refuses at
// once. The load takes a core of its own: it is a part of `npm run torture`, and not of `npm test`.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const PEAK_CLIENTS = 32;
const PEAK_MS = 5000;
const OVERLOAD = 3;
const TICK_MS = 10;
/** Every n-th request is a keyed search; the others are keyless chats. */
const KEYED = 5;
const WORDS = 'black blue leather steel kitchen kettle running shoes watch garden wool classic large book'.split(' ');

interface Sent {
  isKeyed: boolean;
  status: number;
  ms: number;
  again: string | undefined;
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

  /** A new conversation, or a search, each time. */
  async send(): Promise<Sent> {
    const n = ++this.#count;
    const isKeyed = n % KEYED === 0;
    const word = () => WORDS[Math.floor(this.#random() * WORDS.length)]!;
    const text = `${word()} ${word()} ${word()}`;
    const path = isKeyed ? '/v1/discovery/products/search' : `/chat/overload-${n}`;
    const body = JSON.stringify(isKeyed ? { query: `${text} ${n}` } : { chat: text });
    const started = performance.now();
    const { status, again } = await this.#post(path, body, isKeyed ? { 'x-api-key': 'test-key' } : {});
    return { isKeyed, status, again, ms: performance.now() - started };
  }

  #post(path: string, body: string, headers: Record<string, string>) {
    return new Promise<Pick<Sent, 'status' | 'again'>>((resolve, reject) => {
      const options = {
        agent: this.#agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      };
      const outgoing = request(this.#server.url + path, options, (response) => {
        response.on('end', () => resolve({ status: response.statusCode!, again: response.headers['retry-after'] }));
        response.resume();
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}

/** Answers a second with as many clients as keep it busy, each waiting for its answer. */
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
    // An open loop: the next one is due at its time, whatever has become of those before.
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
  const broken = new Set(results.flatMap((result) => (result instanceof Error ? [String(result)] : [])));
  for (const { status, again } of sent) {
    const isShed = (status === 503 || status === 429) && again !== undefined;
    if (status !== 200 && !isShed) broken.add(`a request was answered ${status}, Retry-After ${again}`);
  }
  const accepted = sent.filter(({ status }) => status === 200);
  const keyed = accepted.filter(({ isKeyed }) => isKeyed);
  if (keyed.length === 0) broken.add('no search with a key was answered');
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
  return { figures, broken: [...broken] };
}

function p99(sent: Sent[]): number {
  const times = sent.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(times[Math.floor(times.length * 0.99)] ?? 0);
}

export const overload: Fault = {
  goal: 9,
  promise:
    'under three times the load it can answer, what is accepted is answered and the rest is told when to come again',
  ci: 2000,
  long: 2000,
  run,
};
