// Goal 20: ordinary searches are answered while ten clients send searches of maximal cost.
import { setTimeout as sleep } from 'node:timers/promises';
import { FREQUENT_WORDS } from '../support/frequent-words.ts';
import { pick } from '../support/seeded.ts';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const HOSTILE_CLIENTS = 10;
const ORDINARY_CLIENTS = 4;
/** Share of the hostile requests that the client aborts. */
const ABORT_SHARE = 0.3;
const ABORT_MS = 300;
const TOO_COSTLY = /takes more work/;

interface Tally {
  ordinary: number;
  longest_ms: number;
  hostile: number;
  refused: number;
  abandoned: number;
  violations: Set<string>;
}

const wordOf = (random: () => number) => pick(FREQUENT_WORDS, random);

/** The maximum number of criteria and alternatives; every criterion has to read every product. */
function hostileSearch(random: () => number): object {
  const foreign = () => Array.from({ length: 19 }, () => `q${Math.floor(random() * 1e9).toString(36)}`);
  return {
    query: Array.from({ length: 30 }, () => wordOf(random)).join(' '),
    exclude_query: foreign().join('||'),
    criteria: Array.from({ length: 100 }, () => ({
      field: 'any',
      operator: 'like',
      value: [...foreign(), 'e'].join('||'),
    })),
    per_page: 1,
  };
}

async function attack(server: ServerProcess, tally: Tally, random: () => number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const signal = random() < ABORT_SHARE ? AbortSignal.timeout(ABORT_MS) : null;
    const body = JSON.stringify(hostileSearch(random));
    try {
      const response = await server.request('/v1/discovery/products/search', { method: 'POST', body, signal });
      const text = await response.text();
      tally.hostile++;
      const isRefused = response.status === 503;
      if (isRefused) tally.refused++;
      if (!isRefused && response.status !== 200)
        tally.violations.add(`a hostile search was answered with ${response.status}`);
      // A search over the cost limit must not be retried, so it has no Retry-After.
      if (isRefused && response.headers.has('retry-after') === TOO_COSTLY.test(text)) {
        tally.violations.add(`Retry-After ${response.headers.get('retry-after')} with ${text}`);
      }
    } catch (error) {
      if (!signal?.aborted) tally.violations.add(`a hostile search failed with ${(error as Error).cause ?? error}`);
      tally.abandoned++;
    }
  }
}

async function shop(server: ServerProcess, tally: Tally, random: () => number, searches: number): Promise<void> {
  for (let i = 0; i < searches; i++) {
    const body = JSON.stringify({ query: `${wordOf(random)} ${wordOf(random)} ${i}` });
    const started = performance.now();
    try {
      const response = await server.request('/v1/discovery/products/search', { method: 'POST', body });
      await response.arrayBuffer();
      if (response.status !== 200) tally.violations.add(`an ordinary search was answered with ${response.status}`);
      tally.ordinary++;
    } catch (error) {
      tally.violations.add(`an ordinary search failed with ${(error as Error).cause ?? error}`);
    }
    tally.longest_ms = Math.max(tally.longest_ms, performance.now() - started);
  }
}

async function run({ count, random }: Round): Promise<Outcome> {
  // Hostile searches of the demo catalogue take about 80 million steps, ordinary ones 0.2 million.
  const env = { LOG_LEVEL: 'error', SEARCH_WORK_LIMIT: '50', SESSION_MAX_RESULTS: '10000' };
  const threads = random() < 0.5 ? '1' : '2';
  const server = await ServerProcess.start({ ...env, SEARCH_THREADS: threads }, ['--demo']);
  try {
    await server.ready();
    const tally: Tally = { ordinary: 0, longest_ms: 0, hostile: 0, refused: 0, abandoned: 0, violations: new Set() };
    let isOver = false;
    const attacks = Array.from({ length: HOSTILE_CLIENTS }, () => attack(server, tally, random, () => isOver));
    // The first abort shows that the attack is under way.
    while (tally.abandoned === 0) await sleep(20);
    const searches = Math.ceil(count / ORDINARY_CLIENTS);
    await Promise.all(Array.from({ length: ORDINARY_CLIENTS }, () => shop(server, tally, random, searches)));
    isOver = true;
    await Promise.all(attacks);
    const { violations, longest_ms, ...figures } = tally;
    return { figures: { ...figures, longest_ms: Math.round(longest_ms) }, violations: [...violations] };
  } finally {
    await server.remove();
  }
}

export const hostileSearches: Fault = {
  goal: 20,
  promise: 'hostile searches do not make ordinary searches fail',
  round_size: 60,
  torture_size: 2000,
  run,
};
