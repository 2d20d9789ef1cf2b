// Contract of every store adapter: conversation state, traces and the vocabulary.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerWrite } from '../../../test/support/stored-facts.ts';
import { VOCABULARY_FIELDS, type VocabularyCounts } from './catalogue-store.ts';
import type { RankingSession } from './session-store.ts';
import type { Store } from './store.ts';

const turnOf = (convo_id: string, message_id: string, now_ms: number, version: number) => ({
  version,
  convo_id,
  message_id,
  state: `{"turn":"${message_id}"}`,
  data: { chat: message_id },
  now_ms,
});

const searchOf = (id: string, convo_id: string, created_at_ms: number): RankingSession => ({
  id,
  query: 'kettle',
  criteria: [],
  convo_id,
  per_page: 25,
  product_nos: Uint32Array.of(1),
  created_at_ms,
  expires_at_ms: created_at_ms + 100,
});

export function conversationContract(store: () => Store): void {
  test('tool calls are on the trace of their conversation, in order, and belong to nobody', async () => {
    const data = { tool: 'get_products', arguments: { ids: ['a'] } };
    const call = (call_id: string) => store().recordToolCall({ convo_id: 'tools', call_id, data, now_ms: 9 });
    await call('t1');
    await store().registerOffers({ offers: [offerWrite({ click_id: 'after t1', convo_id: 'tools' })], now_ms: 10 });
    await Promise.all([call('t2'), call('t3')]);
    const events = await store().listEvents({ convo_id: 'tools', after: 0, limit: 10 });
    assert.deepEqual(
      events.map(({ event_no, kind }) => [event_no, kind]),
      [
        [1, 'tool'],
        [2, 'offer'],
        [3, 'tool'],
        [4, 'tool'],
      ],
    );
    const { event_no: _, ...first } = events[0]!;
    assert.deepEqual(first, { at_ms: 9, kind: 'tool', id: 't1', data, email: null });
    const [summary] = await store().summariseTraces({ convo_ids: ['tools'], max_events: 10 });
    assert.equal(summary!.counts.tool, 3);
  });

  test('a turn saves its state and appends its event', async () => {
    assert.equal(await store().getConversationState({ convo_id: 'talk' }), null);
    for (const [i, message_id] of ['t1', 't2'].entries())
      assert.equal(await store().saveTurn(turnOf('talk', message_id, 50 + i, i)), 'saved');
    const stored = await store().getConversationState({ convo_id: 'talk' });
    assert.deepEqual(stored, { state: '{"turn":"t2"}', version: 2 });
    const events = await store().listEvents({ convo_id: 'talk', after: 0, limit: 10 });
    assert.deepEqual(
      events.map(({ event_no, id, data }) => [event_no, id, data.chat]),
      [
        [1, 't1', 't1'],
        [2, 't2', 't2'],
      ],
    );
    assert.equal((await store().listEvents({ convo_id: 'talk', after: 1, limit: 10 })).length, 1);
  });

  test('of turns based on the same version one is saved; the others change nothing', async () => {
    for (const version of [0, 1]) {
      const ids = ['s1', 's2', 's3'].map((id) => `${id}-${version}`);
      const outcomes = await Promise.all(ids.map((id) => store().saveTurn(turnOf('shared', id, 60, version))));
      assert.deepEqual(outcomes.toSorted(), ['saved', 'stale', 'stale']);
      const saved = ids[outcomes.indexOf('saved')];
      const stored = await store().getConversationState({ convo_id: 'shared' });
      assert.deepEqual(stored, { state: `{"turn":"${saved}"}`, version: version + 1 });
      const events = await store().listEvents({ convo_id: 'shared', after: version, limit: 10 });
      assert.deepEqual(
        events.map(({ id }) => id),
        [saved],
      );
    }
    assert.equal(await store().saveTurn(turnOf('shared', 'late', 60, 0)), 'stale');
    assert.equal(await store().saveTurn(turnOf('unknown', 'late', 60, 1)), 'stale');
    assert.equal(await store().getConversationState({ convo_id: 'unknown' }), null);
  });

  test('searches of a conversation are listed in commit order', async () => {
    for (const id of ['talk-1', 'talk-2']) await store().insertRankingSession(searchOf(id, 'talk', 60));
    const searches = await store().listSearches({ convo_id: 'talk', after: 0, limit: 10 });
    assert.deepEqual(
      searches.map(({ search_no, session_id }) => [search_no, session_id]),
      [
        [1, 'talk-1'],
        [2, 'talk-2'],
      ],
    );
    assert.equal((await store().listSearches({ convo_id: 'talk', after: 1, limit: 10 })).length, 1);
  });

  test('several positions are listed in one call, each with the limit, as one by one', async () => {
    const convos = ['many 1', 'many 2'];
    for (const [version, convo_id] of [...convos, ...convos].sort().entries()) {
      const id = `${convo_id} ${version}`;
      await store().saveTurn({ convo_id, message_id: id, state: '{}', data: {}, version: version % 2, now_ms: 1 });
      const session = { id, query: '', criteria: [], convo_id, per_page: 1, product_nos: Uint32Array.of(1) };
      await store().insertRankingSession({ ...session, created_at_ms: 1e12, expires_at_ms: 1e12 });
    }
    const positions = [
      ...[0, 1, 2].map((after) => ({ convo_id: 'many 1', after })),
      ...['silent', 'many 2', 'many 1'].map((convo_id) => ({ convo_id, after: 0 })),
    ];
    for (const [limit, lengths] of [
      [1, [1, 1, 0, 0, 1, 1]],
      [9, [2, 1, 0, 0, 2, 2]],
    ] as const) {
      const events = await store().listEventsOf({ positions, limit });
      assert.deepEqual(events, await Promise.all(positions.map((one) => store().listEvents({ ...one, limit }))));
      const searches = await store().listSearchesOf({ positions, limit });
      assert.deepEqual(searches, await Promise.all(positions.map((one) => store().listSearches({ ...one, limit }))));
      for (const lists of [events, searches])
        assert.deepEqual(
          lists.map(({ length }) => length),
          lengths,
        );
    }
    assert.deepEqual(await store().listEventsOf({ positions: [], limit: 1 }), []);
    assert.deepEqual(await store().listSearchesOf({ positions: [], limit: 1 }), []);
  });

  test('the vocabulary is counted and persisted', async () => {
    assert.equal(await store().loadVocabulary({}), null);
    const { last_no, counts } = await store().countVocabulary({ after: 0, limit: 1000 });
    assert.ok(last_no > 0 && counts.merchant.length > 0);
    const saved = Object.fromEntries(VOCABULARY_FIELDS.map((field) => [field, [[field, 1]]])) as VocabularyCounts;
    const acquire = (holder: string) => store().acquireLease({ name: 'vocabulary', holder, now_ms: 1, ttl_ms: 0 });
    const [lost, token] = [(await acquire('paused'))!, (await acquire('current'))!];
    const lease = { name: 'vocabulary', token };
    const stale = { change_no: 9, counts: saved, lease: { ...lease, token: lost } };
    assert.equal(await store().saveVocabulary(stale), 'stale', 'another process has acquired the lease');
    assert.deepEqual([await store().loadVocabulary({}), (await store().readStamps({})).vocabulary], [null, 0]);
    assert.equal(await store().saveVocabulary({ change_no: 3, counts: saved, lease }), 'saved');
    assert.deepEqual(await store().loadVocabulary({}), { change_no: 3, counts: saved });
    const later = { ...saved, brand: [['Sono', 2]] } satisfies VocabularyCounts;
    await store().saveVocabulary({ change_no: 4, counts: later, lease });
    assert.deepEqual(await store().loadVocabulary({}), { change_no: 4, counts: later }, 'the last ones are stored');
    assert.equal((await store().readStamps({})).vocabulary, 4);
  });

  test('the vocabulary is counted after a cursor, up to the limit, each value once per product', async () => {
    let after = 0;
    for (let isEnd = false; !isEnd; ) {
      const step = await store().countVocabulary({ after, limit: 1000 });
      assert.ok(step.is_end || step.last_no > after);
      [after, isEnd] = [step.last_no, step.is_end];
    }
    const { last_no: end, is_end: isEnd } = await store().countVocabulary({ after, limit: 1 });
    assert.deepEqual([end, isEnd], [after, true], 'after the last product the cursor stays');
    const merchant = { id: 95, name: 'Word Shop', domain: '', logo_url: '', description: '' };
    const [longest, longer] = ['x'.repeat(80), 'y'.repeat(81)];
    const products = [
      { id: 'words-1', name: 'Red lamp lamp', brand: 'Sono', category: 'Home > Lamps > Home', color: 'Red/Blue/Red' },
      { id: 'words-2', name: 'Lamp', brand: longest, gender: longer, condition: 'new', currency: 'EUR', size: 'M' },
    ];
    const upsert = { feed: 'words', products: products.map((product) => ({ product, merchant })), now_ms: 1 };
    await store().upsertProducts(upsert);
    const first = await store().countVocabulary({ after, limit: 1 });
    assert.deepEqual([first.is_end, first.counts.brand], [false, [['Sono', 1]]]);
    const { is_end, last_no, counts } = await store().countVocabulary({ after, limit: 3 });
    assert.deepEqual([is_end, last_no > first.last_no], [true, true]);
    const sorted = Object.fromEntries(Object.entries(counts).map(([field, values]) => [field, values.sort()]));
    assert.deepEqual(sorted, {
      brand: [
        ['Sono', 1],
        [longest, 1],
      ],
      merchant: [['Word Shop', 2]],
      color: [
        ['Blue', 1],
        ['Red', 1],
      ],
      size: [['M', 1]],
      material: [],
      gender: [],
      condition: [['new', 1]],
      currency: [['EUR', 1]],
      category: [
        ['Home', 1],
        ['Lamps', 1],
      ],
      word: [
        ['home', 1],
        ['lamp', 2],
        ['lamps', 1],
        ['red', 1],
      ],
    });
    await store().deleteFeedProducts({ feed: 'words', limit: 10 });
  });

  test('events and searches are listed per conversation, up to the limit', async () => {
    for (const [version, id] of ['own-1', 'own-2', 'own-3'].entries()) {
      await store().saveTurn(turnOf('own', id, 70, version));
      await store().insertRankingSession(searchOf(id, 'own', 1070));
    }
    const by = { convo_id: 'own', after: 1, limit: 1 };
    assert.deepEqual(
      [
        (await store().listEvents(by)).map(({ id }) => id),
        (await store().listSearches(by)).map(({ session_id }) => session_id),
      ],
      [['own-2'], ['own-2']],
    );
  });
}
