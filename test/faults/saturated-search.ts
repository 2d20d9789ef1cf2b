// Goal 10: offers, clicks, redirects and signups succeed while the search is saturated.
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { FREQUENT_WORDS } from '../support/frequent-words.ts';
import { clickOf, offerOf, readLedger, signupOf, visitOf } from '../support/ledger-facts.ts';
import { pick } from '../support/seeded.ts';
import { ServerProcess } from '../support/server-process.ts';
import { poll } from '../support/until.ts';
import type { Fault, Outcome, Round } from './fault.ts';

/** Each client searches in a closed loop, which keeps the index saturated. */
const SEARCHERS = 200;
const REFUSED_PAUSE_MS = 200;
const LEDGER_CLIENTS = 16;
const PATIENCE_MS = 180_000;

interface Tally {
  searches: Map<number, number>;
  times_ms: number[];
  violations: Set<string>;
}

/** Many frequent words, and criteria that have to be tested per product. */
function expensiveSearch(random: () => number): object {
  const word = () => pick(FREQUENT_WORDS, random);
  return {
    query: Array.from({ length: 12 }, word).join(' '),
    exclude_query: word(),
    criteria: [
      { field: 'final_price', operator: '>=', value: Math.floor(random() * 20) },
      { field: 'brand', operator: '!=', value: word() },
    ],
    per_page: 100,
  };
}

async function search(server: ServerProcess, tally: Tally, random: () => number, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const body = JSON.stringify(expensiveSearch(random));
    try {
      const response = await server.request('/v1/discovery/products/search', { method: 'POST', body, signal: over });
      await response.arrayBuffer();
      tally.searches.set(response.status, (tally.searches.get(response.status) ?? 0) + 1);
      const isShed = response.status === 503 && response.headers.has('retry-after');
      // Pausing after a refusal leaves CPU time to the server.
      if (isShed) await sleep(REFUSED_PAUSE_MS);
      else if (response.status !== 200) tally.violations.add(`a search was answered with ${response.status}`);
    } catch (error) {
      if (!over.aborted) tally.violations.add(`a search failed with ${(error as Error).cause ?? error}`);
    }
  }
}

/** Sends an offer, a redirect through it, a click reported by a back end, and a signup. */
async function sendFacts(server: ServerProcess, id: string, tally: Tally): Promise<void> {
  const clicked = `${id}-b`;
  const requests: [path: string, body: object | undefined, status: number][] = [
    ['/offers/single', offerOf(id), 201],
    [visitOf(id), undefined, 302],
    [`/clickthrough/${clickOf(clicked).convo_id}`, clickOf(clicked), 202],
    [`/signup/${clickOf(id).convo_id}`, signupOf(id), 202],
  ];
  for (const [path, body, status] of requests) {
    const where = path.split('?')[0]!.replace(/[^/]*\d[^/]*/, '…');
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const started = performance.now();
    try {
      const response = await server.request(path, { ...init, redirect: 'manual' });
      const text = await response.text();
      if (response.status !== status) tally.violations.add(`${where} was answered with ${response.status} ${text}`);
    } catch (error) {
      tally.violations.add(`${where} failed with ${(error as Error).cause ?? error}`);
    }
    tally.times_ms.push(performance.now() - started);
  }
}

const REQUESTS_PER_FACT = 4;

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' }, ['--demo']);
  try {
    await server.ready();
    const tally: Tally = { searches: new Map(), times_ms: [], violations: new Set() };
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const searchers = Array.from({ length: SEARCHERS }, () => search(server, tally, random, over.signal));
    // The first answer shows that the searches are under way.
    await poll(() => tally.searches.size > 0, { within_ms: PATIENCE_MS });
    const ids = Array.from({ length: Math.ceil(count / REQUESTS_PER_FACT) }, (_, n) => `f${n}`);
    const queue = [...ids];
    const client = async () => {
      for (let id = queue.pop(); id; id = queue.pop()) await sendFacts(server, id, tally);
    };
    await Promise.all(Array.from({ length: LEDGER_CLIENTS }, client));
    over.abort();
    await Promise.all(searchers);
    return await compare(server, ids, tally);
  } finally {
    await server.remove();
  }
}

async function compare(
  server: ServerProcess,
  ids: string[],
  { searches, times_ms, violations }: Tally,
): Promise<Outcome> {
  const answered = searches.get(200) ?? 0;
  if (answered === 0) violations.add('no search was answered');
  const stored = await readLedger(server.folder);
  // A redirect skips recording its click if the store is too slow, which counts as a violation here.
  const lost = {
    offers: ids.filter((id) => !stored.offers.includes(clickOf(id).convo_id)).length,
    clicks: ids.flatMap((id) => [id, `${id}-b`]).filter((id) => !stored.clicks.includes(id)).length,
    signups: ids.filter((id) => !stored.signups.includes(clickOf(id).email)).length,
  };
  for (const [kind, missing] of Object.entries(lost)) if (missing > 0) violations.add(`${missing} ${kind} are missing`);
  const sorted = times_ms.toSorted((a, b) => a - b);
  const figures = {
    requests: times_ms.length,
    searches: answered,
    searches_refused: searches.get(503) ?? 0,
    clicks_lost: lost.clicks,
    median_ms: Math.round(sorted[Math.floor(sorted.length / 2)]!),
    p99_ms: Math.round(sorted[Math.floor(sorted.length * 0.99)]!),
  };
  return { figures, violations: [...violations] };
}

export const saturatedSearch: Fault = {
  goal: 10,
  promise: 'no offer, click, redirect or signup fails while the search is saturated',
  round_size: 300,
  torture_size: 20_000,
  run,
};
