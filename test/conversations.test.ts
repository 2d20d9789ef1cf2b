// Conversations on a real server: streaming, live following, and surviving a kill.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { runCommand, ServerProcess } from './support/server-process.ts';
import { eventsOf, type SentEvent } from './support/server-sent-events.ts';

let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start();
  const shoe = (id: number, brand: string, color: string) => ({
    id: `s${id}`,
    name: `${brand} Running Shoes ${color}`,
    brand,
    color,
    final_price: 20 * id,
    currency: 'USD',
    category: 'Shoes > Running Shoes',
    merchant: { name: 'Stride' },
  });
  const products = [1, 2, 3, 4, 5, 6].map((id) => shoe(id, id % 2 ? 'Nike' : 'Ruel', id % 3 ? 'Black' : 'Red'));
  const path = `${server.folder}/products.jsonl`;
  writeFileSync(path, products.map((product) => JSON.stringify(product)).join('\n'));
  assert.equal((await runCommand(['import', path], { DATA_DIR: server.folder })).code, 0);
  await server.ready();
  // The vocabulary includes an import within a second or two.
  for (let tries = 0; (await chat('warm-up', 'nike')).found_products === null && tries < 200; tries++);
  while ((await chat(`warm-up-${Math.random()}`, 'nike')).found_products?.criteria.length !== 1);
});
after(() => server.remove());

// biome-ignore lint/suspicious/noExplicitAny: other tests check replies against the contract.
async function chat(convo_id: string, text: string): Promise<any> {
  const response = await server.request(`/chat/${convo_id}`, { method: 'POST', body: JSON.stringify({ chat: text }) });
  return response.json();
}

const follow = (convo_id: string, headers: Record<string, string> = {}) => {
  const leave = new AbortController();
  const started = server.request(`/spy/${convo_id}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: leave.signal,
  });
  return { started, leave: () => leave.abort() };
};

test('chat streams its reply and ends with the complete answer', async () => {
  const response = await server.request('/chat/stream', {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: JSON.stringify({ chat: 'black running shoes' }),
  });
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
  const events = await Array.fromAsync(eventsOf(response));
  const kinds = [...new Set(events.map(({ event }) => event))];
  const done = events.at(-1)!.data;
  assert.deepEqual([kinds[0], kinds[1], kinds.at(-1)], ['reply.delta', 'products', 'done']);
  const deltas = events.filter(({ event }) => event === 'reply.delta').map(({ data }) => data.text);
  assert.equal(deltas.join(''), done.agent_reply);
  assert.match(done.agent_reply, /^I found 4 black running shoes, starting at \$20\./);
  const refused = await server.request('/chat/stream', {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: '{}',
  });
  assert.equal(refused.status, 422, 'a refusal is not streamed');
});

/** A streamed turn. With an id, the rest of one that was cut off. */
const streamChat = (said: string, lastEventId?: string) =>
  server.request('/chat/resumed', {
    method: 'POST',
    headers: { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    body: JSON.stringify({ chat: said }),
  });

test('a chat stream that was cut off continues after any event, without another turn', async () => {
  const sent = await Array.fromAsync(eventsOf(await streamChat('black running shoes')));
  await server.signal('SIGKILL');
  await server.begin();
  await server.ready();
  for (const [i, { id }] of sent.entries()) {
    const rest = await Array.fromAsync(eventsOf(await streamChat('black running shoes', id)));
    assert.deepEqual(rest, sent.slice(i + 1));
  }
  const { events } = (await (await server.request('/spy/resumed')).json()) as { events: { kind: string }[] };
  assert.equal(events.filter(({ kind }) => kind === 'chat').length, 1);
  await chat('resumed', 'cheaper');
  for (const id of [sent[0]!.id, 'none', `${'9'.repeat(36)}.1`])
    assert.equal((await streamChat('black running shoes', id)).status, 410);
});

test('a conversation is followed live and resumes after the last event seen', async () => {
  await chat('live', 'running shoes');
  const first = follow('live');
  const events = eventsOf(await first.started);
  const next = async (from: AsyncGenerator<SentEvent>) => (await from.next()).value as SentEvent;
  const before = [await next(events), await next(events)];
  assert.deepEqual(before.map(({ event }) => event).sort(), ['chat', 'search']);
  const started_ms = performance.now();
  await chat('live', 'black');
  const live = [await next(events), await next(events)];
  assert.ok(performance.now() - started_ms < 5000);
  const said = live.find(({ event }) => event === 'chat')!;
  assert.equal(said.data.data.chat, 'black');
  first.leave();

  const last = { 'last-event-id': live[0]!.id! };
  const second = follow('live', last);
  const resumed = eventsOf(await second.started);
  assert.deepEqual((await next(resumed)).id, live[1]!.id);
  await chat('live', 'under $50');
  assert.ok(['chat', 'search'].includes((await next(resumed)).event));
  second.leave();
  assert.equal((await follow('unknown').started).status, 404);
});

test('a conversation continues after a kill', async () => {
  await chat('killed', 'black running shoes');
  await server.signal('SIGKILL');
  await server.begin();
  await server.ready();
  const reply = await chat('killed', 'under $50');
  assert.match(reply.agent_reply, /^I found 2 black running shoes under \$50/);
  assert.deepEqual((await chat('killed', 'the second one')).found_products.search_results.catalogue.length, 1);
});

test('a follower does not delay a stop', async () => {
  const { started } = follow('live');
  const reading = Array.fromAsync(eventsOf(await started));
  const started_ms = performance.now();
  assert.equal(await server.signal('SIGTERM'), 0);
  assert.ok((await reading).length > 0);
  assert.ok(performance.now() - started_ms < 6000);
});
