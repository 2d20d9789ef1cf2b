// Turns of a conversation over HTTP, each beside the bare search for what it was understood to ask: what reading, counting,
// refining and keeping a turn cost beyond the search.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateCatalogue, generateSearches } from './generate-catalogue.ts';
import { send } from './load.ts';
import { percentile } from './percentile.ts';
import { importFile, KEY, type Server, settings, untilServerIdle, withReady } from './service-process.ts';

const TURNS = 200;
const WARM_ROUNDS = 1;
const MEASURED_ROUNDS = 3;
/** What a turn may cost beyond its search. */
const LIMIT_MS = 10;

/** How a message asks for a filter, in turn. */
const WISHES = ['', ' under $80', ' on sale', ' in stock', ' between 20 and 60 dollars', ' at least 10% off'];

interface Times {
  turn: number[];
  search: number[];
  beyond: number[];
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { products: { type: 'string', default: '100000' } } });
  const folder = mkdtempSync(join(tmpdir(), 'finderfee-bench-'));
  try {
    const file = join(folder, 'catalogue.jsonl');
    writeFileSync(file, [...generateCatalogue(Number(values.products))].join('\n'));
    const data = join(folder, 'data');
    await importFile(data, file);
    // Every search is carried out: those of the turns must not be answered by those beside them.
    const env = { ...settings(data), SEARCH_CACHE_MB: '0' };
    const times = await withReady(env, async (server) => {
      await untilServerIdle(server);
      return measure(server);
    });
    print(times);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(server: Server): Promise<Times> {
  const times: Times = { turn: [], search: [], beyond: [] };
  const messages = generateSearches(TURNS).map(({ query }, i) => query + WISHES[i % WISHES.length]!);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let round = 0; round < WARM_ROUNDS + MEASURED_ROUNDS; round++) {
    for (const [i, message] of messages.entries()) {
      const turn = await timed(server, agent, `/chat/bench-${round}-${i}`, { chat: message });
      const { query, criteria } = turn.answer.found_products ?? { query: message, criteria: [] };
      const search = await timed(server, agent, '/v1/discovery/products/search', { query, criteria });
      if (round < WARM_ROUNDS) continue;
      times.turn.push(turn.ms);
      times.search.push(search.ms);
      times.beyond.push(turn.ms - search.ms);
    }
  }
  agent.destroy();
  return times;
}

async function timed({ url }: Server, agent: Agent, path: string, body: object) {
  const started = performance.now();
  const shot = { url: url + path, body: JSON.stringify(body), headers: { 'x-api-key': KEY } };
  const { status, text } = await send(agent, shot);
  const ms = performance.now() - started;
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return { ms, answer: JSON.parse(text) };
}

function print({ turn, search, beyond }: Times): void {
  const row = (values: number[]) =>
    Object.fromEntries(
      [0.5, 0.95, 0.99].map((share) => [`p${share * 100}`, `${percentile(values, share).toFixed(2)} ms`]),
    );
  console.table({ 'a turn': row(turn), 'its search alone': row(search), 'beyond the search': row(beyond) });
  const ratio = percentile(beyond, 0.5) / LIMIT_MS;
  console.log(`beyond the search, p50: ${ratio.toFixed(2)} of the limit of ${LIMIT_MS} ms`);
}
