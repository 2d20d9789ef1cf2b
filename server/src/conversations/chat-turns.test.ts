// Limits of a turn: bounded searches, abandoned callers, and stored states of any version.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { converseWith, idsOf, startSmallShop } from '../../../test/support/small-shop.ts';
import { AppError } from '../app-error.ts';
import type { TurnWrite } from '../store/conversation-store.ts';
import { chat } from './chat.ts';
import { encodeConversation, newConversation } from './conversation.ts';
import { MAX_SEARCHES } from './turn-deps.ts';

const service = await startSmallShop();
const converse = () => converseWith(service);

/** Routes the searches of a turn through `ask`. */
const withSearches = async <T>(ask: (search: () => Promise<unknown>) => Promise<unknown>, action: () => Promise<T>) => {
  const { index } = service.deps;
  const real = index.search;
  index.search = ((...given: Parameters<typeof real>) => ask(() => real.apply(index, given))) as typeof real;
  try {
    return await action();
  } finally {
    index.search = real;
  }
};

test('a turn makes a bounded number of searches, however many filters have no common match', async () => {
  let searches = 0;
  const count = (search: () => Promise<unknown>) => {
    searches++;
    return search();
  };
  const many = 'blue leather adidas shoes from Kettle House for women, used, size 12, 60% off, free shipping, in stock';
  const reply = await withSearches(count, () => converse().say(many));
  assert.match(reply.product_warning, /^Nothing matched .*, so I left those out\./);
  assert.ok(searches > 1 && searches <= MAX_SEARCHES, `${searches}`);
});

test('a turn ends when its caller disconnects, and stores nothing', async () => {
  const { id, say } = converse();
  await say('running shoes');
  const gone = new AbortController();
  const leave = (search: () => Promise<unknown>) => {
    gone.abort();
    return search();
  };
  const input = { params: { convo_id: id }, body: { chat: 'black nike', criteria_set_ids: [], per_page: 25 } };
  await withSearches(leave, () =>
    assert.rejects(chat(service.deps, input, undefined, { signal: gone.signal }), { code: 'overloaded' }),
  );
  const { json } = await service.call('GET', `/spy/${id}`);
  assert.equal(json.events.filter(({ kind }: { kind: string }) => kind === 'chat').length, 1);
  assert.deepEqual(idsOf(await say('white')), ['a3', 'n2'], 'it continues from the turn before');
});

test('a turn is admitted or refused as a whole: refused turns make no search, admitted ones are answered', async () => {
  let searches = 0;
  const count = (search: () => Promise<unknown>) => {
    searches++;
    return search();
  };
  const turn = (i: number) =>
    service
      .call('POST', `/chat/crowd-${i}`, { chat: 'running shoes' }, { 'x-api-key': '' })
      .then(({ status, headers }) => ({ status, again: headers['retry-after'] }));
  const answers = await withSearches(count, () => Promise.all(Array.from({ length: 130 }, (_, i) => turn(i))));
  const refused = answers.filter(({ status }) => status === 503);
  assert.equal(answers.filter(({ status }) => status === 200).length + refused.length, 130);
  assert.ok(refused.length > 0 && refused.every(({ again }) => again === '1'), `${refused.length} refused`);
  assert.equal(searches, 130 - refused.length);
});

test('a turn that another process overtook is taken again on the newer state, at most three times', async () => {
  const { saveTurn } = service.deps.store;
  const body = { chat: 'black running shoes', criteria_set_ids: [], per_page: 25 };
  for (const overtaken of [2, 3]) {
    const { id } = converse();
    let attempts = 0;
    const store = {
      ...service.deps.store,
      saveTurn: async (turn: TurnWrite) => {
        if (++attempts <= overtaken) await saveTurn({ ...turn, message_id: `other-${attempts}` });
        return saveTurn(turn);
      },
    };
    const answer = chat({ ...service.deps, store }, { params: { convo_id: id }, body });
    if (overtaken === 3) await assert.rejects(answer, new AppError('overloaded'));
    else assert.deepEqual(idsOf((await answer) as never), ['a1', 'n1', 'r1']);
    assert.equal(attempts, 3);
    assert.equal((await service.deps.store.getConversationState({ convo_id: id }))?.version, 3);
  }
});

/** Stores a raw state, as another version of the service or data corruption would leave it. */
const store = (convo_id: string, state: string) =>
  service.deps.store.saveTurn({
    convo_id,
    message_id: convo_id,
    state,
    data: {},
    version: 0,
    now_ms: service.clock.now_ms(),
  });

test('a conversation stored by version 0.1 continues, whatever fields it lacks', async () => {
  const before = converse();
  await before.say('black running shoes');
  const { version: _, ...stored } = JSON.parse(
    (await service.deps.store.getConversationState({ convo_id: before.id }))!.state,
  );
  const { unwanted_words: _words, free_shipping: _free, ...state } = stored.state;
  const after = converse();
  await store(after.id, JSON.stringify({ ...stored, state }));
  assert.deepEqual(idsOf(await after.say('adidas')), ['a1']);
});

test('a conversation stored by version 2 continues', async () => {
  const { id, say } = converse();
  const { soft: _, ...state } = { ...newConversation(id).state, words: 'running shoes' };
  await store(id, JSON.stringify({ ...newConversation(id), state, version: 2 }));
  assert.deepEqual(idsOf(await say('black')), ['a1', 'n1', 'r1']);
});

const future = { ...newConversation('x'), version: 99 };
const UNREADABLE: [what: string, state: string][] = [
  ['of a later version', JSON.stringify(future)],
  ['not JSON', '{"state": {"words": "ket'],
  ['not an object', '[1, 2]'],
  ['of wrong types', JSON.stringify({ ...newConversation('x'), state: { wanted: { color: 7 } } })],
  ['of an invalid version', JSON.stringify({ ...newConversation('x'), version: 'latest' })],
];

for (const [what, state] of UNREADABLE) {
  test(`a stored state that is ${what} starts the conversation over, and the next turn continues it`, async () => {
    const { id, say } = converse();
    await store(id, state);
    assert.deepEqual(idsOf(await say('black running shoes')), ['a1', 'n1', 'r1']);
    assert.deepEqual(idsOf(await say('adidas')), ['a1']);
  });
}

test('the reason why a conversation starts over does not quote the conversation', async () => {
  const { id } = converse();
  const state = { ...newConversation(id).state, words: 'a secret', price: { low: 'a secret' } };
  await store(id, encodeConversation({ ...newConversation(id), state: state as never }));
  const reasons: string[] = [];
  const faults = { onModelFailure: () => {}, onUnreadable: (reason: string) => reasons.push(reason) };
  const body = { chat: 'running shoes', criteria_set_ids: [], per_page: 25 };
  await chat(service.deps, { params: { convo_id: id }, body }, faults);
  assert.deepEqual(reasons, ['invalid fields: state.price.low']);
});

test('the trace masks card numbers that a feed put into product data', async () => {
  const card = '4111 1111 1111 1111';
  await service.stock([{ id: 'z1', name: `Zither ${card}`, final_price: 30, currency: '4111111111111111' }], 'zithers');
  const { id, say } = converse();
  await say('zithers');
  const shown = await say('tell me more about the first one');
  const refused = await say('zithers under 5');
  assert.match(shown.agent_reply, /4111 1111/);
  assert.match(refused.product_warning, /41111111/);
  const [, ...turns] = (await service.deps.store.listEvents({ convo_id: id, after: 0, limit: 10 })).filter(
    ({ kind }) => kind === 'chat',
  );
  assert.equal(
    turns[0]?.data.agent_reply,
    shown.agent_reply.replace(card, '**** **** **** ****').replace(/\d{16}/, '*'.repeat(16)),
  );
  assert.equal(turns[1]?.data.product_warning, refused.product_warning.replace(/\d{16}/, '*'.repeat(16)));
});
