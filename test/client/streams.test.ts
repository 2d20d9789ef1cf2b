// Streams of the client: the assistant's reply in pieces, and a conversation that is followed through a restart.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ChatReply, ConnectionError, Finderfee, GoneError, NotFoundError } from '../../client/src/finderfee.ts';
import { FinderfeeOperator, type FollowedEvent } from '../../client/src/operator.ts';
import { click } from '../../contract/src/examples.ts';
import { freePort } from '../support/postgres-server.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

let server: ServerProcess;
let client: FinderfeeOperator;
before(async () => {
  server = await ServerProcess.start({ PORT: String(await freePort()) });
  await server.ready();
  client = new FinderfeeOperator({ baseUrl: server.url, apiKey: 'test-key' });
});
after(() => server.remove());

test('a streamed reply is the reply in pieces, without a key', async () => {
  const shopper = new Finderfee({ baseUrl: server.url });
  let text = '';
  let reply: ChatReply | undefined;
  for await (const piece of shopper.chat.stream('c-stream', 'hello')) {
    if (piece.event === 'reply.delta') text += piece.data.text;
    if (piece.event === 'done') reply = piece.data;
  }
  assert.equal(text, reply?.agent_reply);
  assert.equal((await shopper.chat.send('c-stream', { chat: 'hello' })).type, 'chat_reply');
});

/** Cuts every stream off: the first after so many events, each later one after three more. */
function fetchWithCuts(first: number) {
  const sent: (string | null)[] = [];
  const fetchAndCut: typeof fetch = async (url, init) => {
    sent.push(new Headers(init?.headers).get('last-event-id'));
    const response = await fetch(url, init);
    if (!response.ok) return response;
    const blocks = (await response.text()).split('\n\n');
    // The first block is a comment.
    const text = blocks.slice(0, 1 + (sent.length === 1 ? first : 3)).map((block) => `${block}\n\n`);
    return new Response(`${text.join('')}id: half`, { headers: { 'content-type': 'text/event-stream' } });
  };
  return { sent, fetchAndCut };
}

test('a reply that is cut off again and again arrives once and whole, in one turn', async () => {
  const { sent, fetchAndCut } = fetchWithCuts(2);
  const shopper = new Finderfee({ baseUrl: server.url, fetch: fetchAndCut });
  const pieces = await Array.fromAsync(shopper.chat.stream('c-cut', 'hello'));
  const text = pieces.map((piece) => (piece.event === 'reply.delta' ? piece.data.text : '')).join('');
  const done = pieces.at(-1)!;
  assert.ok(done.event === 'done' && done.data.agent_reply === text);
  assert.deepEqual(
    sent.slice(1).map((id) => Number(id?.split('.')[1])),
    Array.from({ length: Math.ceil((pieces.length - 2) / 3) }, (_, i) => 2 + 3 * i),
  );
  assert.equal((await client.conversations.get('c-cut')).events.length, 1);
});

test('a reply that is lost before its first event is an error, because the turn may have been taken', async () => {
  const { sent, fetchAndCut } = fetchWithCuts(0);
  const shopper = new Finderfee({ baseUrl: server.url, fetch: fetchAndCut });
  await assert.rejects(Array.fromAsync(shopper.chat.stream('c-lost', 'hello')), ConnectionError);
  assert.deepEqual(sent, [null]);
});

test('a reply that cannot be continued is an error, and no other turn is taken', async () => {
  const { fetchAndCut } = fetchWithCuts(1);
  const shopper = new Finderfee({ baseUrl: server.url, fetch: fetchAndCut });
  const reading = shopper.chat.stream('c-moved', 'hello');
  await reading.next();
  await client.chat.send('c-moved', 'hello');
  await assert.rejects(Array.fromAsync(reading), GoneError);
  assert.equal((await client.conversations.get('c-moved')).events.length, 2);
});

test('a caller may take its time over an event, without a request to resume', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let requests = 0;
  const fetchByPieces: typeof fetch = async (url, init) => {
    requests++;
    const pieces = (await (await fetch(url, init)).text()).split(/(?<=\n\n)/);
    const body = new ReadableStream({
      pull(controller) {
        const piece = pieces.shift();
        if (init?.signal?.aborted) controller.error(init.signal.reason);
        else if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const reading = new Finderfee({ baseUrl: server.url, fetch: fetchByPieces }).chat.stream('c-slow', 'hello');
  await reading.next();
  t.mock.timers.tick(600_000);
  t.mock.timers.reset();
  assert.ok((await Array.fromAsync(reading)).length > 1);
  assert.equal(requests, 1);
});

const record = (click_id: string) => client.clicks.record({ ...click, convo_id: 'c-follow', click_id });

test('a followed conversation yields each event once, also when the server is killed in between', async () => {
  await record('k1');
  const events: FollowedEvent[] = [];
  const abort = new AbortController();
  const following = (async () => {
    for await (const event of client.conversations.follow('c-follow', { signal: abort.signal })) events.push(event);
  })();
  await until(() => events.length === 1);
  await server.signal('SIGKILL');
  await server.begin();
  await record('k2');
  await until(() => events.length === 2);
  await server.signal('SIGTERM');
  await server.begin();
  await record('k3');
  await until(() => events.length === 3);
  abort.abort();
  await assert.rejects(following, { name: 'AbortError' });
  assert.deepEqual(
    events.map(({ kind, data }) => [kind, data.click_id]),
    ['k1', 'k2', 'k3'].map((id) => ['click', id]),
  );
  for await (const { data } of client.conversations.follow('c-follow', { lastEventId: events[1]!.lastEventId })) {
    assert.equal(data.click_id, 'k3');
    break;
  }
});

test('a conversation that does not exist cannot be followed', () =>
  assert.rejects(Array.fromAsync(client.conversations.follow('c-none')), NotFoundError));
