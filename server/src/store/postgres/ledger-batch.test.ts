// Facts that several instances write at once: no deadlocks, no gaps, and each call is answered as if it were alone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { beginElsewhere, callBeside, type OtherTransaction } from '../../../../test/support/other-transaction.ts';
import { queryDatabase } from '../../../../test/support/postgres-client.ts';
import { temporaryDatabase } from '../../../../test/support/postgres-server.ts';
import { pick, SEED, seeded } from '../../../../test/support/seeded.ts';
import { offerWrite, signupWrite } from '../../../../test/support/stored-facts.ts';
import { AppError } from '../../app-error.ts';
import type { ClickOutcome, ClickWrite } from '../ledger-store.ts';
import type { Store } from '../store.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const url = await temporaryDatabase();
const open = () => openPostgresStore({ url, prepare: true, pool: 14, own: true });
const store = await open();
after(() => store.close());

const CLICKS = 10_000;

const clickOf = (click_id: string, change: Partial<ClickWrite> = {}): ClickWrite => ({
  ...{ program: 'gold', click_id, convo_id: 'c1', presentation_id: 'p1', email: '', click_at_ms: 1, now_ms: 10 },
  ...change,
});

const countOf = async (sql: string) => Number((await queryDatabase(url, sql))[0]!.count);

test('two instances write facts of the same conversations without deadlocks, and number them without gaps', async () => {
  const [shared, random] = [await temporaryDatabase(), seeded(SEED)];
  const options = { url: shared, prepare: true, pool: 14, own: true };
  const stores = [await openPostgresStore(options), await openPostgresStore(options)];
  const below = (limit: number) => Math.floor(random() * limit);
  // Few conversations make batches wait for each other at the start; many let them meet at people and click ids, which are
  // new to all batches of the moment.
  const fact = (i: number) => ({
    convo_id: `c${below(i < CLICKS / 2 ? 50 : 100_000)}`,
    email: `u${Math.floor(i / 500)}-${below(200)}@example.com`,
    now_ms: i,
  });
  const outcomes: Promise<ClickOutcome>[] = [];
  const others: Promise<unknown>[] = [];
  for (let i = 0; i < CLICKS; i++) {
    const instance = pick(stores, random);
    const click_id = random() < 0.1 ? `reused ${Math.floor(i / 500)} ${below(50)}` : `click ${i}`;
    outcomes.push(instance.recordClick(clickOf(click_id, fact(i))));
    if (i % 20 === 0) others.push(instance.acceptSignup(signupWrite({ ...fact(i), message_id: `signup ${i}` })));
    if (i % 20 === 10) others.push(registerTwo(instance, fact(i), fact(i), i));
    // The queue of a store is bounded.
    if (i % 1000 === 0) await Promise.all(outcomes);
  }
  const answers = await Promise.all(outcomes);
  await Promise.all(others);
  await Promise.all(stores.map((instance) => instance.close()));

  const recorded = answers.filter((answer) => answer === 'recorded').length;
  const [facts] = await queryDatabase(
    shared,
    `SELECT (SELECT count(*)::int FROM finderfee.clicks) AS clicks, (SELECT count(*)::int FROM finderfee.events) AS events,
       (SELECT count(*)::int FROM finderfee.conversation_counters c WHERE last_event <> (
         SELECT count(*) FROM finderfee.events e WHERE e.convo_id = c.convo_id)) AS gaps,
       (SELECT count(*)::int FROM finderfee.clicks c LEFT JOIN finderfee.people p USING (person_no)
        WHERE p.email_key IS NULL) AS without_person,
       (SELECT count(*)::int FROM finderfee.people p WHERE NOT EXISTS
         (SELECT 1 FROM finderfee.events e WHERE e.person_no = p.person_no)) AS without_fact,
       (SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()) AS deadlocks`,
  );
  assert.deepEqual(facts, {
    ...{ clicks: recorded, events: recorded + (CLICKS / 20) * 3 },
    ...{ gaps: 0, without_person: 0, without_fact: 0, deadlocks: 0 },
  });
});

const registerTwo = (instance: Store, one: { convo_id: string }, other: { convo_id: string }, i: number) =>
  instance.registerOffers({
    offers: [offerWrite({ ...one, click_id: `one ${i}` }), offerWrite({ ...other, click_id: `other ${i}` })],
    now_ms: i,
  });

const insertClick = (convo_id: string, click_id: string) =>
  `INSERT INTO finderfee.clicks (program, click_id, convo_id, presentation_id, click_at_ms, received_at_ms)
   VALUES ('gold', '${click_id}', '${convo_id}', 'p1', 1, 1)`;
const insertPerson = (email: string) =>
  `INSERT INTO finderfee.people (email, email_key, seen_at_ms) VALUES ('${email}', '${email.toLowerCase()}', 1)`;

test('a click that another instance is recording for another conversation is a conflict', async () => {
  const record = (click_id: string) => () => store.recordClick(clickOf(click_id, { email: 'new@example.com' }));
  assert.equal(await callBeside(url, insertClick('c2', 'raced'), record('raced')), 'conflict');
  assert.equal(await callBeside(url, insertClick('c1', 'raced again'), record('raced again')), 'repeated');
  assert.equal(await countOf(`SELECT count(*) FROM finderfee.people WHERE email = 'new@example.com'`), 0);
  const inVain = callBeside(url, insertClick('c2', 'in vain'), record('in vain'), (other) => other.end('ROLLBACK'));
  assert.equal(await inVain, 'recorded');
});

test('people and clicks are added in the order of their keys, so that instances do not block each other', async () => {
  const [first, last] = ['a in order', 'z in order'];
  const isLastFree = (sql: string) => async (other: OtherTransaction) => {
    await other.run(sql);
    await other.end('ROLLBACK');
  };
  const record = (of: (key: string) => ClickWrite) => () =>
    Promise.all([last, first].map((key) => store.recordClick(of(key))));
  const ofPerson = (email: string) => clickOf(`of ${email}`, { email });
  const answers = [
    await callBeside(url, insertClick('c2', first), record(clickOf), isLastFree(insertClick('c2', last))),
    await callBeside(url, insertPerson(first), record(ofPerson), isLastFree(insertPerson(last))),
  ];
  assert.deepEqual(answers.flat(), Array(4).fill('recorded'));
});

test('a person whom another instance is adding is one person', async () => {
  await callBeside(url, insertPerson('Raced@Example.com'), () =>
    store.recordClick(clickOf('of raced', { email: 'raced@example.com', convo_id: 'raced' })),
  );
  const [event] = await store.listEvents({ convo_id: 'raced', after: 0, limit: 1 });
  assert.equal(event?.email, 'Raced@Example.com');
});

test('a signup that waits for an erasure belongs to a new person', async () => {
  await store.recordClick(clickOf('before erasure', { email: 'erased@example.com', convo_id: 'erased' }));
  const erase = `UPDATE finderfee.people SET email = NULL, email_key = NULL, seen_at_ms = NULL WHERE email_key = 'erased@example.com'`;
  const signup = signupWrite({ message_id: 'after erasure', convo_id: 'erased', email: 'erased@example.com' });
  await callBeside(url, erase, () => store.acceptSignup(signup));
  const events = await store.listEvents({ convo_id: 'erased', after: 0, limit: 10 });
  assert.deepEqual(
    events.map(({ kind, email }) => [kind, email]),
    [
      ['click', null],
      ['signup', 'erased@example.com'],
    ],
  );
});

test('a turn that waits for the masking of its conversation is stale', async () => {
  const turn = { convo_id: 'masked', message_id: 'm', state: '{}', data: {}, now_ms: 1 };
  await store.saveTurn({ ...turn, version: 0 });
  const mask = `UPDATE finderfee.conversations SET state = '{"masked":true}', version = version + 1 WHERE convo_id = 'masked'`;
  assert.equal(await callBeside(url, mask, () => store.saveTurn({ ...turn, version: 1 })), 'stale');
  assert.deepEqual(await store.getConversationState({ convo_id: 'masked' }), { state: '{"masked":true}', version: 2 });
});

test('a worker takes the jobs that no other worker has locked, without waiting', async () => {
  for (const message_id of ['locked', 'free']) await store.acceptSignup(signupWrite({ message_id, now_ms: 5 }));
  const other = await beginElsewhere(url, `SELECT 1 FROM finderfee.jobs WHERE id = 'locked' FOR UPDATE`);
  const taken = await store.takeDueJobs({ now_ms: 5, limit: 100, lease_ms: 1000 });
  await other.end('ROLLBACK');
  const ids = taken.map(({ id }) => id);
  assert.deepEqual([ids.includes('free'), ids.includes('locked')], [true, false]);
});

test('a call that the database refuses fails alone, and the others still share transactions', async () => {
  const clicks = Array.from({ length: 200 }, (_, i) =>
    clickOf(i === 77 ? 'NUL \0' : `beside NUL ${i}`, { convo_id: 'NUL' }),
  );
  const outcomes = await Promise.allSettled(clicks.map((click) => store.recordClick(click)));
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.deepEqual(
    failed.map(({ reason }) => reason instanceof AppError && reason.code),
    ['internal'],
  );
  const events = await store.listEvents({ convo_id: 'NUL', after: 0, limit: 500 });
  assert.deepEqual(
    events.map(({ event_no }) => event_no),
    Array.from({ length: 199 }, (_, i) => i + 1),
  );
  const transactions = await countOf(`SELECT count(DISTINCT xmin::text) FROM finderfee.clicks WHERE convo_id = 'NUL'`);
  assert.ok(transactions <= Math.ceil(Math.log2(200)), `${transactions} transactions`);
});

test('a conversation without events has no counter, and later events are numbered above the purged ones', async () => {
  const counters = (convo_id: string) =>
    countOf(`SELECT count(*) FROM finderfee.conversation_counters WHERE convo_id = '${convo_id}'`);
  await store.recordClick(clickOf('counted', { convo_id: 'counted' }));
  assert.equal(await store.recordClick(clickOf('counted', { convo_id: 'uncounted' })), 'conflict');
  assert.equal(await store.recordVisit({ ...clickOf('x', { convo_id: 'uncounted' }), non_click: null }), null);
  assert.deepEqual([await counters('counted'), await counters('uncounted')], [1, 0]);
  const { event_no } = (await store.listEvents({ convo_id: 'NUL', after: 0, limit: 500 })).at(-1)!;
  while ((await store.purgeEvents({ before_ms: 1000, limit: 7 })) > 0);
  assert.equal(await countOf('SELECT count(*) FROM finderfee.conversation_counters'), 0);
  await store.recordClick(clickOf('after the purge', { convo_id: 'counted' }));
  const [later] = await store.listEvents({ convo_id: 'counted', after: 0, limit: 1 });
  assert.ok(later!.event_no > event_no);
});
