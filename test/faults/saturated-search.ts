// Goal 10: while more searches come than can be answered, offers, clicks, redirects and signups go through.
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { clickOf, offerOf, readLedger, signupOf, visitOf } from '../support/ledger-facts.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

/** Each sends its next search when it has the answer to the last: the index never rests. */
const SEARCHERS = 200;
const REFUSED_PAUSE_MS = 200;
const LEDGER_CLIENTS = 16;
const PATIENCE_MS = 180_000;

const WORDS =
  'black blue leather steel kitchen kettle running shoes watch garden wool classic large men women book for'.split(' ');

interface Tally {
  searches: Map<number, number>;
  times_ms: number[];
  broken: Set<string>;
}

/** Many words, each in hundreds of products, and criteria that no index answers by itself. */
function expensiveSearch(random: () => number): object {
  const word = () => WORDS[Math.floor(random() * WORDS.length)]!;
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
      // Fewer turns of this process for refusals leave the machine to the server.
      if (isShed) await sleep(REFUSED_PAUSE_MS);
      else if (response.status !== 200) tally.broken.add(`a search was answered ${response.status}`);
    } catch (error) {
      if (!over.aborted) tally.broken.add(`a search ended with ${(error as Error).cause ?? error}`);
    }
  }
}

/** One offer, the redirect through it, a click that a back end reports, a signup. */
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
      if (response.status !== status) tally.broken.add(`${where} was answered ${response.status} ${text}`);
    } catch (error) {
      tally.broken.add(`${where} ended with ${(error as Error).cause ?? error}`);
    }
    tally.times_ms.push(performance.now() - started);
  }
}

const REQUESTS_PER_FACT = 4;

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' }, ['--demo']);
  try {
    for (const end = Date.now() + PATIENCE_MS; (await server.request('/readyz')).status !== 200; await sleep(20)) {
      if (Date.now() > end) throw new Error('the index is not ready');
    }
    const tally: Tally = { searches: new Map(), times_ms: [], broken: new Set() };
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const searchers = Array.from({ length: SEARCHERS }, () => search(server, tally, random, over.signal));
    // The first answers show that the searches are under way.
    for (const end = Date.now() + PATIENCE_MS; tally.searches.size === 0 && Date.now() < end; ) await sleep(20);
    const ids = Array.from({ length: Math.ceil(count / REQUESTS_PER_FACT) }, (_, n) => `f${n}`);
    const waiting = [...ids];
    const client = async () => {
      for (let id = waiting.pop(); id; id = waiting.pop()) await sendFacts(server, id, tally);
    };
    await Promise.all(Array.from({ length: LEDGER_CLIENTS }, client));
    over.abort();
    await Promise.all(searchers);
    return await compare(server, ids, tally);
  } finally {
    await server.remove();
  }
}

async function compare(server: ServerProcess, ids: string[], { searches, times_ms, broken }: Tally): Promise<Outcome> {
  const answered = searches.get(200) ?? 0;
  if (answered === 0) broken.add('no search was answered');
  const stored = await readLedger(server.folder);
  // A redirect goes on without its click when the store is too slow: that is a failure here.
  const lost = {
    offers: ids.filter((id) => !stored.offers.includes(clickOf(id).convo_id)).length,
    clicks: ids.flatMap((id) => [id, `${id}-b`]).filter((id) => !stored.clicks.includes(id)).length,
    signups: ids.filter((id) => !stored.signups.includes(clickOf(id).email)).length,
  };
  for (const [kind, missing] of Object.entries(lost)) if (missing > 0) broken.add(`${missing} ${kind} are not kept`);
  const sorted = times_ms.toSorted((a, b) => a - b);
  const figures = {
    requests: times_ms.length,
    searches: answered,
    searches_refused: searches.get(503) ?? 0,
    clicks_lost: lost.clicks,
    median_ms: Math.round(sorted[Math.floor(sorted.length / 2)]!),
    p99_ms: Math.round(sorted[Math.floor(sorted.length * 0.99)]!),
  };
  return { figures, broken: [...broken] };
}

export const saturatedSearch: Fault = {
  goal: 10,
  promise: 'while the search is saturated no offer, click, redirect or signup fails',
  ci: 300,
  long: 20_000,
  run,
};
