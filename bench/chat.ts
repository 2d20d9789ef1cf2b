// Chat turns over HTTP, each compared with the plain search it was interpreted as. The difference is the cost of
// reading the message, counting facets, choosing a question and storing the turn.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateCatalogue, generateSearches } from './generate-catalogue.ts';
import { send } from './load.ts';
import { percentile } from './percentile.ts';
import { importFile, KEY, type Server, settings, waitUntilServerIdle, withReadyServer } from './service-process.ts';

const TURNS = 200;
const WARM_ROUNDS = 1;
const MEASURED_ROUNDS = 3;
/** Limit for the overhead of a turn over its search. */
const LIMIT_MS = 10;

/** Appended to the messages in rotation, so that they contain filters. */
const FILTER_PHRASES = ['', ' under $80', ' on sale', ' in stock', ' between 20 and 60 dollars', ' at least 10% off'];

interface Times {
  turn: number[];
  search: number[];
  overhead: number[];
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { products: { type: 'string', default: '100000' } } });
  const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  try {
    const file = join(folder, 'catalogue.jsonl');
    writeFileSync(file, [...generateCatalogue(Number(values.products))].join('\n'));
    const data = join(folder, 'data');
    await importFile(data, file);
    // Without the result cache: a turn and its search must not answer each other.
    const env = { ...settings(data), SEARCH_CACHE_MB: '0' };
    const times = await withReadyServer(env, async (server) => {
      await waitUntilServerIdle(server);
      return measure(server);
    });
    print(times);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(server: Server): Promise<Times> {
  const times: Times = { turn: [], search: [], overhead: [] };
  const messages = generateSearches(TURNS).map(({ query }, i) => query + FILTER_PHRASES[i % FILTER_PHRASES.length]!);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round < WARM_ROUNDS + MEASURED_ROUNDS; round++) {
    for (const [i, message] of messages.entries()) {
      const turn = await timed(server, agent, `/chat/bench-${round}-${i}`, { chat: message });
      const { query, criteria } = turn.answer.found_products ?? { query: message, criteria: [] };
      const search = await timed(server, agent, '/v1/discovery/products/search', { query, criteria });
      if (round < WARM_ROUNDS) continue;
      times.turn.push(turn.ms);
      times.search.push(search.ms);
      times.overhead.push(turn.ms - search.ms);
    }
  }
  agent.destroy();
  return times;
}

async function timed({ url }: Server, agent: Agent, path: string, body: object) {
  const started = performance.now();
  const request = { url: url + path, body: JSON.stringify(body), headers: { 'x-api-key': KEY } };
  const { status, text } = await send(agent, request);
  const ms = performance.now() - started;
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return { ms, answer: JSON.parse(text) };
}

function print({ turn, search, overhead }: Times): void {
  const row = (values: number[]) =>
    Object.fromEntries(
      [0.5, 0.95, 0.99].map((share) => [`p${share * 100}`, `${percentile(values, share).toFixed(2)} ms`]),
    );
  console.table({ 'chat turn': row(turn), 'search alone': row(search), overhead: row(overhead) });
  const ratio = percentile(overhead, 0.5) / LIMIT_MS;
  console.log(`overhead p50: ${ratio.toFixed(2)} of the ${LIMIT_MS} ms limit`);
}
