// Goal 6: a job takes effect exactly once, whenever its worker is killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { countFacts, listFacts } from '../support/facts.ts';
import { offerOf } from '../support/ledger-facts.ts';
import { ServerProcess } from '../support/server-process.ts';
import { poll } from '../support/until.ts';
import type { Fault, Outcome, Round } from './fault.ts';

/** Many more than the worker claims at once, so that a kill soon after the first job interrupts others. */
const OFFERS = { requests: 10, each: 100 };
/** Each person signs up twice, in two jobs of which only one has an effect. */
const PEOPLE = 40;
/** Spreads the kills over several batches of the worker. */
const SPREAD_MS = 25;
const PATIENCE = { within_ms: 30_000, every_ms: 1 };

interface Acknowledged {
  offers: Set<string>;
  signups: Set<string>;
}

/** Sends offers and signups until the server is killed, and records those that were acknowledged. */
async function load(server: ServerProcess, name: string, acknowledged: Acknowledged): Promise<void> {
  const post = async (path: string, body: unknown, headers = {}) => {
    const response = await server.request(path, { method: 'POST', body: JSON.stringify(body), headers });
    await response.arrayBuffer();
    return response.status;
  };
  const people = Array.from({ length: PEOPLE * 2 }, (_, n) => `${name}-${n % PEOPLE}@example.com`);
  const signups = people.map(async (email) => {
    if ((await post(`/signup/c-${name}`, { program: 'gold', email })) === 202) acknowledged.signups.add(email);
  });
  const offers = Array.from({ length: OFFERS.requests }, async (_, n) => {
    const ids = Array.from({ length: OFFERS.each }, (_, i) => `${name}-${n}-${i}`);
    const status = await post('/offers/multi', ids.map(offerOf), { prefer: 'respond-async' });
    if (status === 201) for (const id of ids) acknowledged.offers.add(id);
  });
  // Connections end with the server; unanswered requests are not acknowledged.
  await Promise.allSettled([...signups, ...offers]);
}

const countJobs = (folder: string, state: string) =>
  countFacts(folder, `SELECT count(*) FROM jobs WHERE state = '${state}'`);

/**
 * Queries that must return no rows at any time, also right after a kill: a job is done if and only if its effect
 * exists.
 */
const FORBIDDEN = {
  'an offer is registered and its job not done, or vice versa': `SELECT jobs.id FROM jobs
     JOIN offers o ON o.message_id = jobs.id WHERE (state = 'done') <> (is_registered = 1)`,
  'a signup exists and its job is not done': `SELECT jobs.id FROM jobs
     JOIN signups ON message_id = jobs.id WHERE state <> 'done'`,
  'a job is done and its signup does not exist': `SELECT jobs.id FROM jobs
     JOIN signup_requests r ON r.message_id = jobs.id LEFT JOIN signups s USING (program, person_no)
     WHERE state = 'done' AND s.id IS NULL`,
  'a person has signed up twice': `SELECT person_no FROM signups GROUP BY program, person_no HAVING count(*) > 1`,
  'a job was not done exactly once': `SELECT id FROM jobs WHERE attempts <> CASE WHEN state = 'done' THEN 1 ELSE 0 END`,
};

async function findBreaches(folder: string): Promise<string[]> {
  const breaches: string[] = [];
  for (const [what, sql] of Object.entries(FORBIDDEN)) {
    const { length } = await listFacts(folder, sql);
    if (length > 0) breaches.push(`${length} times: ${what}`);
  }
  return breaches;
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
  const { folder } = server;
  try {
    const acknowledged: Acknowledged = { offers: new Set(), signups: new Set() };
    const violations: string[] = [];
    let interrupted = 0;
    for (let kill = 0; kill < count; kill++) {
      const before = (await countJobs(folder, 'done')) + (await countJobs(folder, 'waiting'));
      const offersBefore = acknowledged.offers.size;
      const loading = load(server, String(kill), acknowledged);
      // Signups are faster: after the first signup job, usually no offer is acknowledged yet.
      const isUnderWay = async () =>
        acknowledged.offers.size > offersBefore && (await countJobs(folder, 'done')) > before;
      if (!(await poll(isUnderWay, PATIENCE))) violations.push('no job was done, or no offer was acknowledged');
      await sleep(random() * SPREAD_MS);
      await server.signal('SIGKILL');
      await loading;
      if ((await countJobs(folder, 'waiting')) > 0) interrupted++;
      violations.push(...(await findBreaches(folder)));
      await server.begin();
    }
    if (interrupted === 0) violations.push('no kill interrupted a job');
    await poll(async () => (await countJobs(folder, 'waiting')) === 0, PATIENCE);
    const figures = { kills: count, interrupted, ...(await compare(folder, acknowledged, violations)) };
    return { figures, violations };
  } finally {
    await server.remove();
  }
}

/** Compares the acknowledged facts with the ledger. */
async function compare(
  folder: string,
  acknowledged: Acknowledged,
  violations: string[],
): Promise<Record<string, number>> {
  const registered = new Set(await listFacts(folder, 'SELECT click_id FROM offers WHERE is_registered = 1'));
  const signed = new Set(await listFacts(folder, 'SELECT email FROM signups JOIN people USING (person_no)'));
  const offers_never = [...acknowledged.offers].filter((id) => !registered.has(id)).length;
  const signups_never = [...acknowledged.signups].filter((email) => !signed.has(email)).length;
  if (offers_never > 0) violations.push(`${offers_never} acknowledged offers were never registered`);
  if (signups_never > 0) violations.push(`${signups_never} acknowledged signups were never created`);
  if (acknowledged.offers.size === 0 || acknowledged.signups.size === 0) violations.push('nothing was acknowledged');
  for (const state of ['waiting', 'dead']) {
    const left = await countJobs(folder, state);
    if (left > 0) violations.push(`${left} jobs are ${state} at the end`);
  }
  violations.push(...(await findBreaches(folder)));
  const { offers, signups } = acknowledged;
  const jobs = await countJobs(folder, 'done');
  return { jobs, offers: offers.size, signups: signups.size, offers_never, signups_never };
}

export const killedJobs: Fault = {
  goal: 6,
  promise: 'a job whose worker is killed takes effect exactly once',
  round_size: 5,
  torture_size: 1000,
  run,
};
