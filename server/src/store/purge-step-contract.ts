// Contract of every store adapter: a purge step deletes the oldest rows, up to its limit, and no newer ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countSignups, offerWrite, signupWrite } from '../../../test/support/stored-facts.ts';
import type { PurgeBy } from './purge-by.ts';
import type { Store } from './store.ts';

/** Later than everything the other contracts write. */
const BASE_MS = Date.now() + 2_000_000;
const DAY_MS = 24 * 3_600_000;

/** Rows in an insertion order that differs from their time order. */
const TIMES: Record<string, number> = { three: BASE_MS + 3, one: BASE_MS + 1, two: BASE_MS + 2 };

type Purge = (by: PurgeBy) => Promise<number>;

/** Purges `TIMES` in steps of one row, up to the third, and lists what is left after each step. */
async function leftBySteps(purge: Purge, isLeft: (name: string) => Promise<boolean>, later_ms = 0): Promise<string[]> {
  while ((await purge({ before_ms: BASE_MS + 1 + later_ms, limit: 100 })) > 0);
  const left: string[] = [];
  for (let step = 0; step < 3; step++) {
    const purged = await purge({ before_ms: BASE_MS + 3 + later_ms, limit: 1 });
    const names = [];
    for (const name of ['one', 'two', 'three']) if (await isLeft(name)) names.push(name);
    left.push(`${purged}: ${names.join(' ')}`);
  }
  return left;
}

const IN_ORDER = ['1: two three', '1: three', '0: three'];

export function purgeStepContract(store: () => Store): void {
  const click = (convo_id: string, now_ms: number, email = '') =>
    store().recordClick({
      ...{ program: 'steps', click_id: `${convo_id} ${now_ms} ${email}`, convo_id, presentation_id: 'p1', email },
      ...{ click_at_ms: 1, now_ms },
    });
  const accept = (message_id: string, now_ms: number, program = 'steps') =>
    store().acceptSignup(
      signupWrite({ message_id, program, email: `${message_id}@example.com`, convo_id: 'steps', now_ms }),
    );
  const offer = (click_id: string, now_ms: number, message_id: string | null = null) => {
    const offer = offerWrite({ convo_id: 'steps', program: 'steps', click_id, email: 'steps@example.com', message_id });
    return store().registerOffers({ offers: [offer], now_ms });
  };

  test('a purge step of traces deletes the oldest event of all conversations', async () => {
    for (const [name, now_ms] of Object.entries(TIMES))
      await store().saveTurn({ convo_id: name, message_id: name, state: '{}', data: {}, version: 0, now_ms });
    const hasEvents = async (convo_id: string) =>
      (await store().listEvents({ convo_id, after: 0, limit: 1 })).length > 0;
    const hasState = async (convo_id: string) => (await store().getConversationState({ convo_id })) !== null;
    assert.deepEqual(await leftBySteps(store().purgeEvents, hasEvents), IN_ORDER);
    assert.deepEqual(await leftBySteps(store().purgeConversations, hasState), IN_ORDER);
  });

  test('a purge step of searches deletes the oldest', async () => {
    const session = { query: '', criteria: [], per_page: 10, product_nos: Uint32Array.of(1), expires_at_ms: BASE_MS };
    for (const [name, created_at_ms] of Object.entries(TIMES))
      await store().insertRankingSession({ ...session, id: `step ${name}`, convo_id: name, created_at_ms });
    const isLeft = async (convo_id: string) =>
      (await store().listSearches({ convo_id, after: 0, limit: 1 })).length > 0;
    assert.deepEqual(await leftBySteps(store().purgeSearches, isLeft), IN_ORDER);
  });

  test('a purge step of jobs deletes the one completed first', async () => {
    for (const [name, now_ms] of Object.entries(TIMES)) {
      await accept(name, 1);
      await store().runJob({ id: name, reward_max_pct: 25, now_ms });
    }
    const isLeft = async (id: string) => (await store().getJob({ id })) !== null;
    assert.deepEqual(await leftBySteps(store().purgeJobs, isLeft), IN_ORDER);
  });

  test('a purge step of people deletes the email least recently seen, unless it has a signup', async () => {
    const emailOf = (name: string) => `seen-${name}@example.com`;
    for (const [name, now_ms] of Object.entries(TIMES)) await click(`seen ${name}`, now_ms, emailOf(name));
    await accept('seen-signup', BASE_MS + 1);
    const emails = async () => {
      const clicks = await store().exportFacts({ kind: 'clicks', after: 0, since_ms: BASE_MS, limit: 100 });
      return clicks.map(({ email }) => email);
    };
    const isLeft = async (name: string) => (await emails()).includes(emailOf(name));
    assert.deepEqual(await leftBySteps(store().purgePeople, isLeft, DAY_MS), IN_ORDER);
    assert.equal(await store().erasePerson({ email: 'seen-signup@example.com' }), true);
  });

  test('a purge step of signups deletes the oldest request and its signup only', async () => {
    for (const [name, now_ms] of Object.entries(TIMES)) {
      await accept(`signup ${name}`, now_ms, name);
      await store().runJob({ id: `signup ${name}`, reward_max_pct: 25, now_ms: 1 });
    }
    const isLeft = async (program: string) => (await countSignups(store(), program)) === 1;
    assert.deepEqual(await leftBySteps(store().purgeSignups, isLeft), IN_ORDER);
  });

  test('signups with waiting or dead jobs are not purged', async () => {
    for (const id of ['waits', 'dies']) await accept(id, BASE_MS, 'not done');
    await store().failJob({ id: 'dies', error: 'why', due_at_ms: 1, max_attempts: 1 });
    while ((await store().purgeSignups({ before_ms: BASE_MS + 1, limit: 100 })) > 0);
    await store().retryJob({ id: 'dies', now_ms: 1 });
    for (const id of ['waits', 'dies']) await store().runJob({ id, reward_max_pct: 25, now_ms: 2 });
    assert.equal(await countSignups(store(), 'not done'), 2);
  });

  test('a purge step of clicks stops at its limit and at the first recent click', async () => {
    while ((await store().purgeClicks({ before_ms: BASE_MS + 10, limit: 100 })) > 0);
    for (const [i, now_ms] of [1, 2, 3, 4, 20, 5].entries()) await click(`row ${i}`, BASE_MS + now_ms);
    const left = async () =>
      (await store().exportFacts({ kind: 'clicks', after: 0, since_ms: BASE_MS, limit: 100 })).map(
        ({ at_ms }) => at_ms - BASE_MS,
      );
    const steps: string[] = [];
    for (const before_ms of [1, 2, 10, 10, 20, 21]) {
      const purged = await store().purgeClicks({ before_ms: BASE_MS + before_ms, limit: 2 });
      steps.push(`${purged}: ${await left()}`);
    }
    assert.deepEqual(steps, ['0: 1,2,3,4,20,5', '1: 2,3,4,20,5', '2: 4,20,5', '1: 20,5', '0: 20,5', '2: ']);
  });

  test('acknowledged offers are not purged, and do not block the purge of others', async () => {
    while ((await store().purgeOffers({ before_ms: BASE_MS, limit: 100 })) > 0);
    await offer('acknowledged', BASE_MS - 20, 'step-ack');
    await offer('registered', BASE_MS - 10);
    const purge = () => store().purgeOffers({ before_ms: BASE_MS, limit: 1 });
    assert.deepEqual([await purge(), await purge()], [1, 0]);
    const exported = await store().exportFacts({ kind: 'offers', after: 0, since_ms: BASE_MS - 20, limit: 100 });
    const ids = exported.map(({ data }) => data.click_id);
    assert.deepEqual([ids.includes('acknowledged'), ids.includes('registered')], [true, false]);
    await store().runJob({ id: 'step-ack', reward_max_pct: 25, now_ms: 1 });
    assert.equal(await purge(), 1);
  });

  test('a purge step of feed runs stops at its limit and at the first recent run', async () => {
    while ((await store().purgeFeedRuns({ before_ms: BASE_MS + 10, limit: 100 })) > 0);
    const ids: number[] = [];
    for (const [i, now_ms] of [1, 2, 3, 4, 20, 5].entries()) {
      const run = { feed: `step ${i}`, mode: 'delta', source: 'x', runner: '', now_ms: BASE_MS + now_ms } as const;
      const started = await store().beginRun(run);
      assert.ok('run_id' in started);
      ids.push(started.run_id);
    }
    const left = async () => {
      const runs = await store().listRuns({ feed: null, before: null, limit: 100 });
      return runs.map(({ id }) => ids.indexOf(id)).filter((i) => i >= 0);
    };
    const steps: string[] = [];
    for (const before_ms of [1, 2, 10, 10, 20, 21]) {
      const purged = await store().purgeFeedRuns({ before_ms: BASE_MS + before_ms, limit: 2 });
      steps.push(`${purged}: ${await left()}`);
    }
    assert.deepEqual(steps, ['0: 5,4,3,2,1,0', '1: 5,4,3,2,1', '2: 5,4,3', '1: 5,4', '0: 5,4', '2: ']);
  });
}
