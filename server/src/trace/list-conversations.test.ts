// The list of conversations over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { salesOf } from '../../../test/support/sales.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { createKey } from '../keys/create-key.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
  await service.stock([{ id: 'k', name: 'Kettle' }]);
});
after(() => service.stop());

const sales = salesOf(() => service);
const list = async (query: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  const path = `/v1/conversations?${new URLSearchParams(query)}`;
  const { status, json } = await service.call('GET', path, undefined, headers);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
};
const namesOf = ({ items }: { items: { convo_id: string }[] }) => items.map(({ convo_id }) => convo_id);
const later = () => service.clock.advance(60_000);
const now = () => new Date(service.clock.now_ms()).toISOString();
const say = (convo_id: string, chat: string) => service.call('POST', `/chat/${convo_id}`, { chat });
const search = (convo_id: string, query: string) => service.search({ query }, { 'x-convo-id': convo_id });

test('a conversation is listed with its times, its events by kind, and what was last said', async () => {
  const from = now();
  await search('talk', 'kettle');
  later();
  await say('talk', 'a kettle for ann@example.com');
  later();
  const click = { ...sales.newClick({ convo_id: 'talk' }), click_id: 'talk-1' };
  await sales.offer(click);
  await sales.click(click);
  const { items, next_cursor } = await list({ from });
  const { counts, ...rest } = items[0];
  assert.deepEqual([items.length, next_cursor], [1, null]);
  assert.deepEqual(rest, {
    ...{ convo_id: 'talk', started_at: from, last_event_at: now() },
    ...{ last_chat: 'a kettle for a***@example.com', last_query: items[0].last_query },
  });
  const { search: searches, ...others } = counts;
  assert.ok(searches >= 2, 'the turn has searched too');
  assert.deepEqual(others, { chat: 1, offer: 1, click: 1, signup: 0, conversion: 0, webhook: 0, tool: 0 });
});

test('the last event decides the order, be it a search or a fact', async () => {
  later();
  const from = now();
  const names = ['one', 'two', 'three', 'four'];
  for (const convo_id of names) {
    later();
    await (convo_id === 'two' ? search(convo_id, 'kettle') : sales.clicked({ convo_id }));
  }
  assert.deepEqual(namesOf(await list({ from })), names.toReversed());
  later();
  await search('one', 'kettle');
  later();
  await sales.clicked({ convo_id: 'two', click_id: 'two-late' });
  const order = ['two', 'one', 'four', 'three'];
  assert.deepEqual(namesOf(await list({ from })), order);
  const pages = [];
  for (let page = await list({ from, per_page: '1' }); ; page = await list({ cursor: page.next_cursor })) {
    pages.push(...namesOf(page));
    if (page.next_cursor === null) break;
  }
  assert.deepEqual(pages, order);
});

test('conversations are chosen by the time of their last event', async () => {
  later();
  const from = now();
  await sales.clicked({ convo_id: 'early' });
  later();
  const to = now();
  await sales.clicked({ convo_id: 'late' });
  assert.deepEqual(namesOf(await list({ from })), ['late', 'early']);
  assert.deepEqual(namesOf(await list({ from, to })), ['early']);
  assert.deepEqual(namesOf(await list({ from: to })), ['late']);
  assert.equal((await service.call('GET', '/v1/conversations?from=yesterday')).status, 422);
  assert.equal((await service.call('GET', '/v1/conversations?cursor=made-up')).status, 404);
});

test('emails in ids are masked without the scope pii', async () => {
  later();
  const from = now();
  await sales.clicked({ convo_id: 'eve@example.com' });
  const { key } = await createKey(service.deps, { name: 'x', scopes: ['operate', 'pii'], expires_at_ms: null });
  await service.keyRing.refresh();
  assert.deepEqual(namesOf(await list({ from })), ['e***@example.com']);
  assert.deepEqual(namesOf(await list({ from }, { 'x-api-key': key })), ['eve@example.com']);
});
