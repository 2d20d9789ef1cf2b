// Signups and conversation traces over HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countSignups } from '../../../test/support/stored-facts.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import { createKey } from '../keys/create-key.ts';
import type { Store } from '../store/store.ts';
import { followConversation } from './follow-conversation.ts';
import { TracePoller } from './trace-poller.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const signup = (convo: string, changes: object = {}) =>
  service.call(
    'POST',
    `/signup/${convo}`,
    { program: 'gold', email: 'ann@example.com', ...changes },
    { 'x-api-key': '' },
  );
const signups = async (program: string, count: number) => {
  for (const start = Date.now(); (await countSignups(service.deps.store, program)) < count; await sleep(20)) {
    assert.ok(Date.now() - start < 10_000, 'no signup was made');
  }
  await sleep(300);
  return countSignups(service.deps.store, program);
};
const spy = async (convo: string, query = '', headers: Record<string, string> = {}) =>
  (await service.call('GET', `/spy/${convo}${query}`, undefined, headers)).json;

describe('a signup', () => {
  test('is acknowledged with a 202 and recorded once, however often it is sent', async () => {
    const answers = await Promise.all(
      [' Zoe@Example.com', 'zoe@example.com', 'ZOE@EXAMPLE.COM'].map((email) =>
        signup('s1', { program: 'once', email: email.trim() }),
      ),
    );
    for (const { status, json } of answers) {
      assert.deepEqual([status, json.message_type, json.target, json.data], [202, 'signup_ack', 'signups', {}]);
    }
    assert.equal(await signups('once', 1), 1);
    await signup('s1', { program: 'once', email: 'bob@example.com' });
    assert.equal(await signups('once', 2), 2);
  });

  test('sent again is acknowledged, changes nothing, and adds an event', async () => {
    const first = await signup('again', { program: 'again', external_id: 'hers', utm: { utm_source: 'mail' } });
    await signups('again', 1);
    const second = await signup('again', { program: 'again', external_id: 'not hers', card_bin: '411111' });
    assert.equal(second.status, 202);
    assert.notEqual(second.json.message_id, first.json.message_id);
    const job = () => service.deps.store.getJob({ id: second.json.message_id });
    while ((await job())?.state !== 'done') await sleep(20);
    const rows = await service.deps.store.exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 1000 });
    assert.deepEqual(
      rows.filter(({ data }) => data.program === 'again').map(({ data }) => [data.message_id, data.details]),
      [[first.json.message_id, { external_id: 'hers', utm: { utm_source: 'mail' } }]],
    );
    assert.deepEqual(
      (await spy('again')).events.map(({ kind, id }: { kind: string; id: string }) => [kind, id]),
      [first, second].map(({ json }) => ['signup', json.message_id]),
    );
  });

  test('is in the trace once acknowledged, before it is recorded', async () => {
    const app = await startTestApp({}, { wrapStore: (store) => ({ ...store, takeDueJobs: async () => [] }) });
    try {
      const { json } = await app.call('POST', '/signup/early', { program: 'gold', email: 'ann@example.com' });
      const { json: trace } = await app.call('GET', '/spy/early');
      assert.deepEqual([trace.events[0].id, await countSignups(app.deps.store, 'gold')], [json.message_id, 0]);
    } finally {
      await app.stop();
    }
  });

  test('requires one presentment and six card digits', async () => {
    const product_info = { name: 'Kettle', presentment_id: 'p1' };
    assert.equal((await signup('s4', { presentation_id: 'p1', product_info })).status, 202);
    const { status, json } = await signup('s4', { presentation_id: 'p2', product_info });
    assert.deepEqual(
      [status, json.detail[0].loc, json.detail[0].msg],
      [422, ['body'], 'Value error, presentment_id must equal presentation_id'],
    );
    for (const card_bin of ['41111', '4111111', '41111a', '４１１１１１', '411111\n']) {
      assert.equal((await signup('s4', { card_bin })).status, 422, card_bin);
    }
  });

  test('has the message id of the job that records it', async () => {
    const { json } = await signup('s2', { program: 'jobs' });
    await signups('jobs', 1);
    const job = await service.deps.store.getJob({ id: json.message_id });
    assert.deepEqual([job?.kind, job?.state, job?.attempts], ['record_signup', 'done', 1]);
  });

  test('must not have card numbers in external_id and utm; they are masked in texts', async () => {
    const card = '4111111111111111';
    assert.equal((await signup('s3', { external_id: card })).status, 422);
    assert.equal((await signup('s3', { utm: { utm_term: card } })).status, 422);
    assert.equal(
      (await signup('s3', { program: 'cards', product_info: { name: `Card ${card}`, presentment_id: 'p' } })).status,
      202,
    );
    await signups('cards', 1);
    const rows = await service.deps.store.exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 1000 });
    const { details } = rows.find(({ data }) => data.program === 'cards')!.data as { details: object };
    assert.deepEqual(details, { product_info: { name: 'Card ****************', presentment_id: 'p' } });
  });
});

describe('the trace', () => {
  const click = {
    program: 'gold',
    email: 'ann@example.com',
    convo_id: 't1',
    presentation_id: 'p1',
    click_id: 't1-k',
    click_datetime: '2026-03-04T05:06:07Z',
  };

  test('has one event per fact, in time order, with its own fields', async () => {
    await service.stock([{ id: 'k', name: 'Kettle' }]);
    const criteria = [{ field: 'brand', operator: '!=', value: 'X' }];
    await service.search({ query: 'Kettle', criteria }, { 'x-convo-id': 't1' });
    service.clock.advance(1000);
    const offer = {
      product_click: click,
      product_info: { name: 'Kettle', presentment_id: 'p1', direct_link: 'https://t.example/' },
    };
    const { json: reference } = await service.call('POST', '/offers/single', offer);
    await service.call('POST', '/offers/single', offer);
    service.clock.advance(1000);
    await service.call('POST', '/clickthrough/t1', click);
    await service.call('POST', '/clickthrough/t1', click);
    service.clock.advance(1000);
    const { json: ack } = await signup('t1');
    const { type, convo_id, started_at, state, events } = await spy('t1');
    assert.deepEqual([type, convo_id, started_at], ['conversation', 't1', events[0].at]);
    assert.deepEqual(
      events.map(({ kind }: { kind: string }) => kind),
      ['search', 'offer', 'click', 'signup'],
    );
    const [searched, offered, clicked, signed] = events.map(({ data }: { data: object }) => data);
    assert.deepEqual([searched.query, searched.criteria, searched.session_id], ['kettle', criteria, state.session_id]);
    assert.deepEqual(
      [offered.id, offered.presentation_id, offered.click_id, offered.format],
      [reference.id, 'p1', 't1-k', 'single'],
    );
    assert.deepEqual([clicked.program, clicked.presentation_id, clicked.click_id], ['gold', 'p1', 't1-k']);
    assert.deepEqual([signed.program, signed.message_id], ['gold', ack.message_id]);
    assert.deepEqual([state.query, state.criteria], ['kettle', criteria]);
    const page = await service.call('GET', `/inventory/ranking-sessions/t1/${state.session_id}/pages/0`);
    assert.equal(page.status, 200);
  });

  test('is followed without loss or repetition, even if the clock is set back', async () => {
    const sent: string[] = [];
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
      sent.push((await signup('back', { program: 'back', email })).json.message_id);
      service.clock.advance(-1000);
    }
    const stop = new AbortController();
    const follow = (last_event_id?: string) =>
      followConversation(service.deps, { convo_id: 'back', last_event_id, seesEmails: false, signal: stop.signal });
    const followed: string[] = [];
    for (let last: string | undefined; followed.length < sent.length; ) {
      for await (const step of await follow(last)) {
        followed.push((step!.data as { id: string }).id);
        last = step!.id;
        break;
      }
    }
    setTimeout(() => stop.abort(), 500);
    for await (const step of await follow('3.0')) followed.push(String(step?.id));
    assert.deepEqual(followed, sent);
    service.clock.advance(3000);
  });

  test('accepts 200 followers, and a slot is free again when one disconnects', async () => {
    await signup('crowd');
    const leaving = new AbortController();
    const options = { last_event_id: undefined, seesEmails: false, signal: leaving.signal };
    const follow = (convo_id: string) => followConversation(service.deps, { ...options, convo_id });
    await assert.rejects(follow('nobody'), { code: 'conversation_not_found' });
    const came = await Promise.allSettled(Array.from({ length: 250 }, () => follow('crowd')));
    const refused = came.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 50);
    for (const { reason } of refused as PromiseRejectedResult[]) assert.equal(reason.code, 'overloaded');
    leaving.abort();
    assert.equal(service.deps.followers.count, 0);
  });

  test('is read for all followers together, and each sees the events of its own conversation in order', async () => {
    const stop = new AbortController();
    const convos = Array.from({ length: 20 }, (_, i) => `together ${i}`);
    for (const convo of convos) await signup(encodeURIComponent(convo), { program: `${convo} 0` });
    const { store } = service.deps;
    let [single, rounds] = [0, 0];
    const counted: Store = {
      ...store,
      listEvents: (by) => {
        single++;
        return store.listEvents(by);
      },
      listEventsOf: (by) => {
        rounds++;
        return store.listEventsOf(by);
      },
    };
    const deps = { ...service.deps, store: counted, tracePoller: new TracePoller(counted) };
    const seen = convos.map((): unknown[] => []);
    const follows = convos.map(async (convo_id, i) => {
      const options = { convo_id, last_event_id: undefined, seesEmails: false, signal: stop.signal };
      for await (const step of await followConversation(deps, options))
        seen[i]!.push((step!.data as { data: { program: string } }).data.program);
    });
    await until(() => rounds > 0);
    const before = single;
    for (const n of [1, 2])
      for (const convo of convos) await signup(encodeURIComponent(convo), { program: `${convo} ${n}` });
    await until(() => seen.every(({ length }) => length === 3));
    stop.abort();
    await Promise.all(follows);
    assert.deepEqual(
      seen,
      convos.map((convo) => [0, 1, 2].map((n) => `${convo} ${n}`)),
    );
    assert.deepEqual([before, single], [40, 40], 'a check and a first read each');
  });

  test('masks emails unless the key has the pii scope', async () => {
    const emailOf = async (headers = {}) => (await spy('t1', '', headers)).events[1].data.email;
    assert.equal(await emailOf(), 'a***@example.com');
    const { key } = await createKey(service.deps, { name: 'x', scopes: ['operate', 'pii'], expires_at_ms: null });
    await service.keyRing.refresh();
    assert.equal(await emailOf({ 'x-api-key': key }), 'ann@example.com');
  });

  test('masks emails, keys and card numbers in ids, queries and criteria, on the page and in the stream', async () => {
    const [email, card, key] = ['zoe@example.com', '4111 1111 1111 1111', `ff_${'k'.repeat(43)}`];
    const secrets = /zoe@|4111[ -]?1111|ff_k/;
    const convo_id = `c-${email}`;
    const ids = { program: `p ${key}`, presentation_id: `p ${email}`, click_id: card };
    const offer = {
      product_click: { ...click, ...ids, convo_id, email },
      product_info: { name: 'Kettle', presentment_id: ids.presentation_id },
    };
    assert.equal((await service.call('POST', '/offers/single', offer)).status, 201);
    await service.call('POST', `/clickthrough/${encodeURIComponent(convo_id)}`, offer.product_click);
    const criteria = [{ field: 'brand', operator: '!=', value: `${email} ${key}` }];
    const search = { query: `gift for ${email}, ${card}`, criteria, exclude_query: email };
    const { json: page } = await service.search(search, { 'x-convo-id': convo_id });
    assert.equal(page.query, 'gift for z***@example.com, **** **** **** ****');
    await service.call('POST', `/chat/${encodeURIComponent(convo_id)}`, {
      chat: `a kettle for ${email} ${card} ${key}`,
    });

    const url = `/spy/${encodeURIComponent(convo_id)}`;
    const masked = await service.call('GET', url);
    assert.doesNotMatch(masked.body, secrets);
    assert.deepEqual(masked.json.events.map(({ kind }: { kind: string }) => kind).sort(), [
      ...['chat', 'click', 'offer', 'search', 'search'],
    ]);
    const sessions = await service.call('GET', '/inventory/ranking-sessions?per_page=100');
    assert.match(sessions.body, /z\*\*\*@example.com/);
    assert.doesNotMatch(sessions.body, secrets);

    const stop = new AbortController();
    const options = { convo_id, last_event_id: undefined, seesEmails: false, signal: stop.signal };
    const streamed: unknown[] = [];
    for await (const step of await followConversation(service.deps, options)) {
      if (streamed.push(step) === masked.json.events.length) stop.abort();
    }
    assert.doesNotMatch(JSON.stringify(streamed), secrets);

    const { key: piiKey } = await createKey(service.deps, {
      name: 'y',
      scopes: ['operate', 'pii'],
      expires_at_ms: null,
    });
    await service.keyRing.refresh();
    const seen = await service.call('GET', url, undefined, { 'x-api-key': piiKey });
    assert.match(seen.body, /zoe@example\.com/);
    assert.doesNotMatch(seen.body, /4111[ -]?1111|ff_k/);
    const searches = await service.deps.store.listSearches({ convo_id, after: 0, limit: 10 });
    assert.doesNotMatch(JSON.stringify(searches), secrets, 'a query is masked before it is stored');
  });

  test('is paged, and is a 404 for an unknown conversation', async () => {
    assert.deepEqual(
      (await spy('t1', '?page=2&per_page=3')).events.map(({ kind }: { kind: string }) => kind),
      ['signup'],
    );
    assert.equal((await service.call('GET', '/spy/nobody')).status, 404);
  });
});
