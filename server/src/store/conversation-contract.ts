// What every store adapter must do with conversations: their state, their trace, and the words they are read by.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VOCABULARY_FIELDS, type VocabularyCounts } from './conversation-port.ts';
import type { RankingSession, Store } from './port.ts';

const turnOf = (convo_id: string, message_id: string, now_ms: number) => ({
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
  test('a turn leaves its state and its event', async () => {
    assert.equal(await store().getConversationState({ convo_id: 'talk' }), null);
    for (const [i, message_id] of ['t1', 't2'].entries()) await store().saveTurn(turnOf('talk', message_id, 50 + i));
    assert.equal(await store().getConversationState({ convo_id: 'talk' }), '{"turn":"t2"}');
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

  test('searches of a conversation are listed in the order of their commits', async () => {
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

  test('words are counted product by product, and the counts are kept', async () => {
    const { last_no, counts } = await store().countWords({ after: 0, limit: 1000 });
    assert.ok(last_no > 0 && counts.merchant.length > 0);
    const kept = Object.fromEntries(VOCABULARY_FIELDS.map((field) => [field, [[field, 1]]])) as VocabularyCounts;
    await store().saveVocabulary({ change_no: 3, counts: kept });
    assert.deepEqual(await store().loadVocabulary({}), { change_no: 3, counts: kept });
  });
}
