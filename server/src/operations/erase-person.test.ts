// An erasure reaches every stored text that mentions the person, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerWrite, signupWrite } from '../../../test/support/stored-facts.ts';
import { temporaryStore } from '../../../test/support/temporary-store.ts';
import type { Store } from '../store/store.ts';
import { erasePerson } from './erase-person.ts';

const store = await temporaryStore();
const EMAIL = 'zed@example.com';
/** Mentions the email in another case, and a different email that stays. */
const SAID = 'to Zed@Example.com, not jozed@example.com';
const MASKED = 'to z***@example.com, not jozed@example.com';
const linkTo = (email: string) => `https://t.example/?to=${encodeURIComponent(email)}`;

/** Stores another person's facts that mention the email in every text column. */
async function mention(name: string): Promise<void> {
  const [convo_id, now_ms] = [name, 10];
  const facts = { program: name, email: 'ann@example.com', convo_id };
  const links = { direct_link: linkTo(EMAIL), detail_link: linkTo(EMAIL) };
  const said = { ...links, name: SAID, product: JSON.stringify({ name: SAID }) };
  const offer = offerWrite({ ...facts, ...said, click_id: name, message_id: `offer-${name}` });
  await store.registerOffers({ offers: [offer], now_ms });
  const data = JSON.stringify({ utm: { [SAID]: [SAID, 7, null] } });
  await store.acceptSignup(signupWrite({ ...facts, message_id: `signup-${name}`, data, now_ms }));
  await store.runJob({ id: `signup-${name}`, reward_max_pct: 25, now_ms });
  await store.failJob({ id: `offer-${name}`, error: SAID, due_at_ms: 20, max_attempts: 9 });
  const state = JSON.stringify({ said: SAID });
  await store.saveTurn({ convo_id, message_id: `turn-${name}`, state, data: { chat: SAID }, version: 0, now_ms });
  const criteria = [{ field: 'brand' as const, operator: '=' as const, value: SAID }];
  const session = { per_page: 25, product_nos: Uint32Array.of(1), created_at_ms: 10, expires_at_ms: 9999 };
  await store.insertRankingSession({ ...session, id: `session-${name}`, query: SAID, criteria, convo_id });
}

/** The same texts as stored now. */
async function textsOf(name: string) {
  const facts = async (kind: 'offers' | 'signups') =>
    (await store.exportFacts({ kind, after: 0, since_ms: 0, limit: 5000 })).find(({ data }) => data.convo_id === name)!;
  const { data: offer, email } = await facts('offers');
  const [chat] = (await store.listEvents({ convo_id: name, after: 0, limit: 10 })).filter(
    ({ kind }) => kind === 'chat',
  );
  const [search] = await store.listSearches({ convo_id: name, after: 0, limit: 10 });
  const session = await store.getRankingSession({ id: `session-${name}` });
  return {
    email,
    product: (offer.product as { name: string }).name,
    direct_link: offer.direct_link,
    detail_link: offer.detail_link,
    signup: (await facts('signups')).data.details,
    job: (await store.getJob({ id: `offer-${name}` }))?.last_error,
    state: (await store.getConversationState({ convo_id: name }))?.state,
    chat: chat?.data.chat,
    search: [search?.query, search?.criteria[0]?.value],
    session: [session?.query, session?.criteria[0]?.value],
  };
}

const textsThatSay = (said: string, link: string) => ({
  email: 'ann@example.com',
  product: said,
  direct_link: link,
  detail_link: link,
  signup: { utm: { [said]: [said, 7, null] } },
  job: said,
  state: JSON.stringify({ said }),
  chat: said,
  search: [said, said],
  session: [said, said],
});

test("an email is masked in every text that mentions it, also in other people's facts", async () => {
  for (const name of ['c1', 'c2']) await mention(name);
  assert.deepEqual(await textsOf('c1'), textsThatSay(SAID, linkTo(EMAIL)));
  assert.deepEqual(await erasePerson(store, EMAIL), { is_known: true, is_overwritten: true });
  for (const name of ['c1', 'c2'])
    assert.deepEqual(await textsOf(name), textsThatSay(MASKED, linkTo('z***@example.com')), name);
  assert.deepEqual(await erasePerson(store, EMAIL), { is_known: false, is_overwritten: true });
});

test('a person with nothing but an email is known; an unknown email is not', async () => {
  const click = { program: 'gold', convo_id: 'c9', presentation_id: 'p', click_id: 'k9', click_at_ms: 1, now_ms: 1 };
  await store.recordClick({ ...click, email: 'amy@example.com' });
  assert.equal((await erasePerson(store, 'AMY@example.com')).is_known, true);
  assert.equal((await erasePerson(store, 'amy@example.com')).is_known, false);
});

test('mentions are masked beyond the first scan step, up to the last row', async () => {
  const turns = 1001;
  const turn = { convo_id: 'long', state: '{}', data: { chat: SAID }, now_ms: 1 };
  await Promise.all(
    Array.from({ length: turns }, (_, version) => store.saveTurn({ ...turn, version, message_id: `long-${version}` })),
  );
  await erasePerson(store, EMAIL);
  const events = await store.listEvents({ convo_id: 'long', after: 0, limit: 2000 });
  assert.deepEqual([events.length, events.filter(({ data }) => data.chat !== MASKED)], [turns, []]);
});

test('an erasure reports if either file could not be overwritten', async () => {
  for (const call of ['overwriteLedger', 'overwriteSessions'] as const) {
    const blocked: Store = { ...store, [call]: async () => false };
    assert.deepEqual(await erasePerson(blocked, EMAIL), { is_known: false, is_overwritten: false }, call);
  }
});
