// Goal 6: the effect of a job is done once, whenever its worker is killed.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerProcess } from '../support/server-process.ts';
import type { Fault, Outcome, Round } from './fault.ts';

/** Many more than the worker takes at once, so that a kill soon after the first is done finds others under way. */
const OFFERS = { requests: 10, each: 100 };
/** Each signs up twice, in two jobs of which one has an effect. */
const PEOPLE = 40;
/** Spreads the kills over a few of the worker's batches. */
const SPREAD_MS = 25;
const PATIENCE_MS = 30_000;

interface Acknowledged {
  offers: Set<string>;
  signups: Set<string>;
}

/** Acknowledged facts for which jobs wait, as many as get through until the server is gone. */
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
  // A connection that ended: what was not answered was not acknowledged.
  await Promise.allSettled([...signups, ...offers]);
}

const offerOf = (click_id: string) => ({
  product_click: {
    program: 'gold',
    email: `${click_id}@example.com`,
    convo_id: `c-${click_id}`,
    presentation_id: 'p1',
    click_id,
    click_datetime: '2026-03-04T05:06:07Z',
  },
  product_info: { name: 'Kettle', presentment_id: 'p1', direct_link: 'https://t.example/{click_id}' },
});

/** Looks into the ledger beside the server, or after it. */
function look<T>(folder: string, read: (all: (sql: string) => unknown[]) => T): T {
  const db = new DatabaseSync(`${folder}/ledger.db`, { readOnly: true, timeout: 5000 });
  try {
    return read((sql) =>
      db
        .prepare(sql)
        .all()
        .map((row) => Object.values(row)[0]),
    );
  } finally {
    db.close();
  }
}

const countJobs = (folder: string, state: string) =>
  look(folder, (all) => all(`SELECT count(*) FROM jobs WHERE state = '${state}'`)[0] as number);

/** True of the ledger at every moment, also at that of a kill: a job has ended where its effect is, and nowhere else. */
const NEVER = {
  'offers are registered and their jobs not done, or the other way round': `SELECT id FROM jobs
     JOIN (SELECT message_id, is_registered FROM offers) ON message_id = id WHERE (state = 'done') <> is_registered`,
  'signups are made and their jobs not done': `SELECT jobs.id FROM jobs
     JOIN signups ON message_id = jobs.id WHERE state <> 'done'`,
  'jobs are done and their signups not made': `SELECT jobs.id FROM jobs
     JOIN signup_requests r ON r.message_id = jobs.id LEFT JOIN signups s USING (program, person_no)
     WHERE state = 'done' AND s.id IS NULL`,
  'people have signed up twice': `SELECT person_no FROM signups GROUP BY program, person_no HAVING count(*) > 1`,
  'jobs were done more or less than once': `SELECT id FROM jobs WHERE attempts <> (state = 'done')`,
};

function findBreaches(folder: string): string[] {
  return look(folder, (all) =>
    Object.entries(NEVER).flatMap(([what, sql]) => {
      const count = all(sql).length;
      return count > 0 ? [`${count} times: ${what}`] : [];
    }),
  );
}

async function until(isSo: () => boolean): Promise<boolean> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(1)) if (isSo()) return true;
  return false;
}

async function run({ count, random }: Round): Promise<Outcome> {
  const server = await ServerProcess.start({ LOG_LEVEL: 'error', OFFER_LINK_HOSTS: '*' });
  const { folder } = server;
  try {
    const acknowledged: Acknowledged = { offers: new Set(), signups: new Set() };
    const broken: string[] = [];
    let interrupted = 0;
    for (let kill = 0; kill < count; kill++) {
      const before = countJobs(folder, 'done') + countJobs(folder, 'waiting');
      const offersBefore = acknowledged.offers.size;
      const loading = load(server, String(kill), acknowledged);
      // Signups are quicker: a kill soon after the first of their jobs would mostly find no offer acknowledged.
      const isUnderWay = () => countJobs(folder, 'done') > before && acknowledged.offers.size > offersBefore;
      if (!(await until(isUnderWay))) broken.push('no job was done, or no offer acknowledged');
      await sleep(random() * SPREAD_MS);
      await server.signal('SIGKILL');
      await loading;
      if (countJobs(folder, 'waiting') > 0) interrupted++;
      broken.push(...findBreaches(folder));
      await server.begin();
    }
    if (interrupted === 0) broken.push('no kill found a job under way');
    await until(() => countJobs(folder, 'waiting') === 0);
    const figures = { kills: count, interrupted, ...compare(folder, acknowledged, broken) };
    return { figures, broken };
  } finally {
    await server.remove();
  }
}

/** Holds what was acknowledged against what came of it. */
function compare(folder: string, acknowledged: Acknowledged, broken: string[]): Record<string, number> {
  const registered = look(folder, (all) => new Set(all('SELECT click_id FROM offers WHERE is_registered = 1')));
  const signed = look(folder, (all) => new Set(all('SELECT email FROM signups JOIN people USING (person_no)')));
  const offers_never = [...acknowledged.offers].filter((id) => !registered.has(id)).length;
  const signups_never = [...acknowledged.signups].filter((email) => !signed.has(email)).length;
  if (offers_never > 0) broken.push(`${offers_never} acknowledged offers were never registered`);
  if (signups_never > 0) broken.push(`${signups_never} acknowledged signups were never made`);
  if (acknowledged.offers.size === 0 || acknowledged.signups.size === 0) broken.push('nothing was acknowledged');
  for (const state of ['waiting', 'dead']) {
    if (countJobs(folder, state) > 0) broken.push(`${countJobs(folder, state)} jobs are ${state} in the end`);
  }
  broken.push(...findBreaches(folder));
  const { offers, signups } = acknowledged;
  return { jobs: countJobs(folder, 'done'), offers: offers.size, signups: signups.size, offers_never, signups_never };
}

export const killedJobs: Fault = {
  goal: 6,
  promise: 'a job whose worker is killed has its effect once: neither twice nor never',
  ci: 5,
  long: 1000,
  run,
};
