// Contract of every store adapter: people, their facts and their erasure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countSignups, offerWrite, signupWrite } from '../../../test/support/stored-facts.ts';
import type { OfferWrite, SignupWrite } from './ledger-store.ts';
import type { Store } from './store.ts';

const DAY_MS = 24 * 3_600_000;

export function personContract(store: () => Store): void {
  let last = 0;
  const click = (email: string, now_ms = 10, change: object = {}) =>
    store().recordClick({
      program: 'people',
      click_id: `people-${++last}`,
      convo_id: 'people',
      presentation_id: 'p1',
      email,
      click_at_ms: 1,
      now_ms,
      ...change,
    });
  const offer = (click_id: string, email: string | null, now_ms = 10, change: Partial<OfferWrite> = {}) => {
    const people = { convo_id: 'people', program: 'people', direct_link: null };
    return store().registerOffers({ offers: [offerWrite({ ...people, click_id, email, ...change })], now_ms });
  };
  const signUp = async (message_id: string, email: string, change: Partial<SignupWrite> = {}) => {
    const people = { program: 'people', convo_id: 'people', now_ms: 10 };
    await store().acceptSignup(signupWrite({ ...people, message_id, email, ...change }));
    await store().runJob({ id: message_id, reward_max_pct: 25, now_ms: 11 });
  };
  const signups = async (program: string) => {
    const all = await store().exportFacts({ kind: 'signups', after: 0, since_ms: 0, limit: 1000 });
    return all.filter(({ data }) => data.program === program);
  };

  test('facts with one email belong to one person, whatever its case, and the trace shows the email', async () => {
    await click('Kai@example.com');
    await click('KAI@example.com');
    await offer('spelt', 'kai@EXAMPLE.com');
    await signUp('people-1', ' kai@example.com');
    const events = await store().listEvents({ convo_id: 'people', after: 0, limit: 10 });
    assert.deepEqual(
      events.map(({ kind, email }) => [kind, email]),
      ['click', 'click', 'offer', 'signup'].map((kind) => [kind, 'Kai@example.com']),
    );
    const clicks = await store().exportFacts({ kind: 'clicks', after: 0, since_ms: 0, limit: 1000 });
    assert.deepEqual(
      clicks.filter(({ data }) => data.convo_id === 'people').map(({ email }) => email),
      ['Kai@example.com', 'Kai@example.com'],
    );
  });

  test('an offer without an email belongs to a person of its own, whom nothing identifies', async () => {
    const nameless = { convo_id: 'nameless' };
    const first = await offer('nameless-1', null, 10, nameless);
    assert.ok('answers' in first && !first.answers[0]!.is_replay);
    assert.deepEqual(await offer('nameless-1', null, 20, nameless), {
      answers: [{ ...first.answers[0], is_replay: true }],
    });
    assert.deepEqual(await offer('nameless-1', 'ann@example.com', 20, nameless), { conflict: 0 });
    await offer('nameless-2', 'Kit@example.com', 10, nameless);
    assert.deepEqual(await offer('nameless-2', null, 20, nameless), { conflict: 0 });
    const mixed = ['nameless-3', 'nameless-4', 'nameless-5'].map((click_id, i) =>
      offerWrite({ click_id, email: i === 1 ? 'kit@example.com' : null, convo_id: 'nameless', program: 'people' }),
    );
    await store().registerOffers({ offers: mixed, now_ms: 10 });
    const all = await store().exportFacts({ kind: 'offers', after: 0, since_ms: 0, limit: 1000 });
    const emails = all.filter(({ data }) => data.convo_id === 'nameless').map(({ email }) => email);
    assert.deepEqual(emails, [null, 'Kit@example.com', null, 'Kit@example.com', null]);
    const events = await store().listEvents({ convo_id: 'nameless', after: 0, limit: 10 });
    assert.deepEqual(
      events.map(({ email }) => email),
      emails,
    );
    assert.equal(await store().erasePerson({ email: '' }), false);
    assert.equal(await store().erasePerson({ email: 'kit@example.com' }), true);
    const found = await store().findOffer({ convo_id: 'nameless', presentation_id: 'p1', click_id: 'nameless-3' });
    assert.deepEqual([found?.click_id, found?.email_key], ['nameless-3', null]);
  });

  test('a click id is unique per program', async () => {
    const where = (convo_id: string, program: string) => ({ click_id: 'shared', convo_id, program });
    assert.equal(await click('', 10, where('one', 'silver')), 'recorded');
    assert.equal(await click('', 10, where('two', 'bronze')), 'recorded');
    assert.equal(await click('', 10, where('two', 'bronze')), 'repeated');
    assert.equal(await click('', 10, where('two', 'silver')), 'conflict');
  });

  test('erasing removes the email, external_id and card_bin of one person only', async () => {
    const data = JSON.stringify({ external_id: 'x', card_bin: '411111', presentation_id: 'p' });
    for (const name of ['abe', 'bea', 'cid'])
      await signUp(`erased-${name}`, `${name}@example.com`, { program: 'erased', data });
    assert.equal(await store().erasePerson({ email: 'Bea@Example.com' }), true);
    assert.deepEqual(
      (await signups('erased')).map(({ email, data }) => [email, data.details]),
      [
        ['abe@example.com', JSON.parse(data)],
        [null, { presentation_id: 'p' }],
        ['cid@example.com', JSON.parse(data)],
      ],
    );
    await signUp('erased-again', 'bea@example.com', { program: 'erased', data });
    assert.equal((await signups('erased')).length, 4, 'a new person');
  });

  test('an email is found and masked in every table that may mention it', async () => {
    const [email, masked] = ['nan@example.com', 'n***@example.com'];
    const convo_id = 'mentions everywhere';
    const said = JSON.stringify({ said: `by ${email}` });
    await store().saveTurn({ convo_id, message_id: 'm', state: said, data: JSON.parse(said), version: 0, now_ms: 10 });
    const signup = { message_id: 'mentions', program: 'mentions', email: 'oli@example.com', convo_id, data: said };
    await store().acceptSignup(signupWrite({ ...signup, now_ms: 10 }));
    await store().failJob({ id: 'mentions', error: `for ${email}`, due_at_ms: 1, max_attempts: 9 });
    await offer('mentions', 'oli@example.com', 10, {
      convo_id,
      product: said,
      direct_link: `https://t.example/${email}`,
    });
    await offer('mentions 2', 'oli@example.com', 10, { convo_id, detail_link: `https://t.example/${email}` });
    const session = { id: 'mentions', query: email, convo_id, per_page: 10, product_nos: Uint32Array.of(1) };
    const criteria = [{ field: 'brand', operator: '=', value: email }] as const;
    await store().insertRankingSession({
      ...session,
      criteria: [...criteria],
      created_at_ms: 1010,
      expires_at_ms: 1020,
    });
    const rowsOf = async (find: Store['findMentionsInLedger']) => {
      const found: string[] = [];
      for (let after: string | null = null, isEnd = false; !isEnd; isEnd = after === null) {
        const step = await find({ email, after, limit: 3 });
        found.push(...step.rows);
        after = step.next;
      }
      return found;
    };
    const [ledger, sessions] = [
      await rowsOf(store().findMentionsInLedger),
      await rowsOf(store().findMentionsInSessions),
    ];
    assert.deepEqual([ledger.length, sessions.length], [6, 2]);
    assert.equal(await store().maskMentionsInLedger({ email, rows: ledger }), 6);
    assert.equal(await store().maskMentionsInSessions({ email, rows: sessions }), 2);
    const late = { convo_id, message_id: 'late', state: said, data: {}, version: 1, now_ms: 11 };
    assert.equal(await store().saveTurn(late), 'stale', 'a turn in progress does not bring the email back');
    await store().runJob({ id: 'mentions', reward_max_pct: 25, now_ms: 11 });
    const by = { after: 0, since_ms: 0, limit: 1000 };
    const offers = await store().exportFacts({ kind: 'offers', ...by });
    const texts = [
      (await store().listEvents({ convo_id, after: 0, limit: 1 }))[0]?.data.said,
      JSON.parse((await store().getConversationState({ convo_id }))!.state).said,
      (await signups('mentions'))[0]?.data.details,
      ...offers.filter(({ data }) => data.convo_id === convo_id).map(({ data }) => data),
      (await store().getJob({ id: 'mentions' }))?.last_error,
      await store().getRankingSession({ id: 'mentions' }),
      ...(await store().listSearches({ convo_id, after: 0, limit: 10 })),
    ].map((text) => JSON.stringify(text));
    assert.equal(texts.length, 8);
    for (const text of texts) assert.ok(text.includes(masked) && !text.includes(email), text);
  });

  test('a signup is replaced for its own person and program only; of two at one instant the later wins', async () => {
    const details = async (program: string) => (await signups(program)).map(({ data }) => data.details);
    const says = (word: string) => JSON.stringify({ external_id: word });
    await signUp('swap-1', 'dot@example.com', { program: 'swapped', data: says('dot') });
    await signUp('swap-2', 'eli@example.com', { program: 'swapped', data: says('eli') });
    await signUp('swap-3', 'dot@example.com', { program: 'swapped 2', data: says('dot 2') });
    const right = { program: 'swapped', data: says('right'), may_replace: true };
    await signUp('swap-4', 'dot@example.com', right);
    assert.deepEqual(await details('swapped'), [{ external_id: 'right' }, { external_id: 'eli' }]);
    assert.deepEqual(await details('swapped 2'), [{ external_id: 'dot 2' }]);
    assert.deepEqual([await countSignups(store(), 'swapped'), await countSignups(store(), 'swapped 2')], [2, 1]);
  });

  test('any fact of a person extends the retention of their email', async () => {
    const seen_ms = 10 * DAY_MS;
    const acts: Record<string, () => Promise<unknown>> = {
      gus: () => click('gus@example.com', seen_ms),
      hal: () => offer('seen', 'hal@example.com', seen_ms),
      ida: () => signUp('seen-ida', 'ida@example.com', { program: 'seen', now_ms: seen_ms }),
      // Seen at an earlier time: the clock went backwards.
      jon: () => click('jon@example.com', 1),
    };
    for (const name of Object.keys(acts)) await click(`${name}@example.com`, name === 'jon' ? seen_ms : 1);
    await click('lee@example.com', 1);
    for (const act of Object.values(acts)) await act();
    const isKept = async (name: string) => store().erasePerson({ email: `${name}@example.com` });
    while ((await store().purgePeople({ before_ms: seen_ms, limit: 100 })) > 0);
    const kept = [];
    for (const name of ['gus', 'hal', 'ida', 'jon', 'lee']) kept.push(await isKept(name));
    assert.deepEqual(kept, [true, true, true, true, false]);
    // The clock goes back by half a day: the later time is kept.
    for (const days of [10.5, 10]) await click('mia@example.com', days * DAY_MS);
    while ((await store().purgePeople({ before_ms: 11.25 * DAY_MS, limit: 100 })) > 0);
    assert.equal(await isKept('mia'), true);
  });
}
