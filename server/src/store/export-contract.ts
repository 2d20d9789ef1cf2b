// Contract of every store adapter: the export of facts, and their events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerWrite } from '../../../test/support/stored-facts.ts';
import type { Store } from './store.ts';

export function exportContract(store: () => Store): void {
  const offer = (click_id: string, now_ms: number, message_id: string | null = null) => {
    const offer = offerWrite({ convo_id: 'export', click_id, email: 'ora@example.com', message_id });
    return store().registerOffers({ offers: [offer], now_ms });
  };
  const click = (click_id: string, presentation_id = 'p1') =>
    store().recordClick({
      program: 'export',
      click_id,
      convo_id: 'export',
      presentation_id,
      email: '',
      click_at_ms: 5,
      now_ms: 70,
    });
  const facts = async (
    kind: 'offers' | 'clicks',
    by: { after?: number; since_ms?: number; until_ms?: number; limit?: number } = {},
  ) => {
    const rows = await store().exportFacts({ kind, after: 0, since_ms: 0, limit: 1000, ...by });
    return rows.filter(({ data }) => data.convo_id === 'export');
  };
  const idsOf = (rows: { data: Record<string, unknown> }[]) => rows.map(({ data }) => data.click_id);

  test('facts are exported after a cursor and from a time on, in insertion order, up to the limit', async () => {
    // The second offer has the earliest time.
    for (const [click_id, now_ms] of Object.entries({ e1: 60_000, e2: 50_000, e3: 70_000 }))
      await offer(click_id, now_ms);
    const all = await facts('offers');
    assert.deepEqual(idsOf(all), ['e1', 'e2', 'e3']);
    assert.deepEqual(idsOf(await facts('offers', { after: all[0]!.no })), ['e2', 'e3']);
    assert.deepEqual(idsOf(await facts('offers', { since_ms: 60_000 })), ['e1', 'e3']);
    assert.deepEqual(idsOf(await facts('offers', { since_ms: 60_001 })), ['e3']);
    assert.deepEqual(idsOf(await facts('offers', { since_ms: 50_000, until_ms: 60_000 })), ['e2']);
    assert.deepEqual(idsOf(await facts('offers', { until_ms: 60_001 })), ['e1', 'e2']);
    assert.deepEqual(idsOf(await facts('offers', { after: all[0]!.no, limit: 1 })), ['e2']);
    assert.deepEqual([all[0]!.at_ms, all[0]!.email], [60_000, 'ora@example.com']);
  });

  test('an exported offer says whether it is registered or only acknowledged', async () => {
    await offer('e4', 80_000, 'export-ack');
    const registered = async () => (await facts('offers')).map(({ data }) => data.is_registered);
    assert.deepEqual(await registered(), [true, true, true, false]);
    await store().runJob({ id: 'export-ack', reward_max_pct: 25, now_ms: 80_001 });
    assert.deepEqual(await registered(), [true, true, true, true]);
  });

  test('an exported click names the offer with its click id, else the first of the presentment, else null', async () => {
    const [first, second] = await facts('offers');
    await click('e2');
    await click('export-other');
    await click('e1', 'p2');
    const clicks = await facts('clicks');
    assert.deepEqual(
      clicks.map(({ data }) => [data.click_id, data.offer_id, data.clicked_at_ms]),
      [
        ['e2', second!.data.id, 5],
        ['export-other', first!.data.id, 5],
        ['e1', null, 5],
      ],
    );
  });

  test('a click without an offer gets the first that is registered for its presentment, and keeps it', async () => {
    const identity = { convo_id: 'export', presentation_id: 'p2' };
    const register = (click_id: string, merchant_id: number) => {
      const product = JSON.stringify({ name: 'Kettle', merchant: { id: merchant_id } });
      return store().registerOffers({ offers: [offerWrite({ ...identity, click_id, product })], now_ms: 75_000 });
    };
    await register('other', 3);
    await register('e1', 4);
    const [offered] = (await facts('offers')).filter(({ data }) => data.presentation_id === 'p2');
    const [clicked] = (await facts('clicks')).filter(({ data }) => data.presentation_id === 'p2');
    assert.deepEqual([clicked!.data.offer_id, clicked!.data.merchant_id], [offered!.data.id, 3]);
  });

  test('visits that are not clicks are exported with the merchant of their offer', async () => {
    const visit = { convo_id: 'export', presentation_id: 'p2', click_id: 'e9', program: 'gold', email: '' };
    await store().recordVisit({ ...visit, click_at_ms: 5, now_ms: 80, non_click: 'robot' });
    const exported = await store().exportFacts({ kind: 'non_clicks', after: 0, since_ms: 0, limit: 1000 });
    const { no, at_ms, email, data } = exported.at(-1)!;
    assert.deepEqual([at_ms, email], [80, null]);
    assert.deepEqual(data, {
      ...{ no, program: 'gold', convo_id: 'export', presentation_id: 'p2', reason: 'robot', merchant_id: 3 },
    });
  });

  test('facts, their events and jobs have all their fields, and events are in commit order', async () => {
    const convo_id = 'complete';
    const [email, key] = ['Pat@Example.com', 'pat@example.com'];
    const offer = offerWrite({
      ...{ convo_id, presentation_id: 'p9', click_id: 'k9', program: 'gold', email, email_key: key, click_at_ms: 3 },
      ...{ format: 'carousel', direct_link: 'https://a.example/', detail_link: 'https://b.example/' },
      ...{
        name: 'Pot',
        value: 2.5,
        product: '{"name":"Pot","value":2.5,"merchant":{"id":5}}',
        message_id: 'complete-offer',
      },
    });
    const registered = await store().registerOffers({ offers: [offer], now_ms: 90_000 });
    assert.ok('answers' in registered);
    const [{ id, message_id, is_replay }] = registered.answers as [(typeof registered.answers)[0]];
    assert.deepEqual([message_id, is_replay], ['complete-offer', false]);
    const { program, presentation_id, click_id, direct_link, detail_link, format } = offer;
    const links = { direct_link, detail_link };
    const identity = { convo_id, presentation_id, click_id };
    assert.deepEqual(
      { ...(await store().findOffer(identity)) },
      { id, ...identity, program, email_key: key, click_at_ms: 3, ...links, message_id, is_registered: false },
    );
    await store().recordClick({ program, ...identity, email, click_at_ms: 4, now_ms: 90_001 });
    const turn = { convo_id, message_id: 'turn', state: '{}', data: { chat: 'hello' }, version: 0, now_ms: 90_002 };
    assert.equal(await store().saveTurn(turn), 'saved');
    const signup = { message_id: 'complete-signup', program, email, convo_id, may_replace: false, now_ms: 90_003 };
    await store().acceptSignup({ ...signup, data: '{"external_id":"x"}' });
    const job = { state: 'waiting', attempts: 0, last_error: null, finished_at_ms: null } as const;
    assert.deepEqual(
      { ...(await store().getJob({ id: 'complete-offer' })) },
      {
        ...{ id: 'complete-offer', kind: 'register_offer', subject: String(id), ...job },
        ...{ due_at_ms: 90_000, created_at_ms: 90_000 },
      },
    );
    assert.deepEqual(
      { ...(await store().getJob({ id: 'complete-signup' })) },
      {
        ...{ id: 'complete-signup', kind: 'record_signup', subject: 'complete-signup', ...job },
        ...{ due_at_ms: 90_003, created_at_ms: 90_003 },
      },
    );
    for (const id of ['complete-offer', 'complete-signup'])
      await store().runJob({ id, reward_max_pct: 25, now_ms: 90_004 });

    const last = async (kind: 'offers' | 'clicks' | 'signups') => {
      const { no, data, ...fact } = (await store().exportFacts({ kind, after: 0, since_ms: 90_000, limit: 1000 })).at(
        -1,
      )!;
      return { no, fact: { ...fact }, data };
    };
    const [offers, clicks, signups] = [await last('offers'), await last('clicks'), await last('signups')];
    assert.deepEqual(offers, {
      ...{ no: id, fact: { at_ms: 90_000, email } },
      data: {
        ...{ id, ...identity, program, format, position: 0, message_id, is_registered: true, ...links },
        product: { name: 'Pot', value: 2.5, merchant: { id: 5 } },
      },
    });
    assert.deepEqual(clicks, {
      ...{ no: clicks.no, fact: { at_ms: 90_001, email } },
      data: { click_no: clicks.no, program, ...identity, clicked_at_ms: 4, offer_id: id, merchant_id: 5 },
    });
    assert.deepEqual(signups, {
      ...{ no: signups.no, fact: { at_ms: 90_003, email } },
      data: {
        ...{ id: signups.no, program, message_id: 'complete-signup', convo_id },
        details: { external_id: 'x' },
      },
    });
    const events = await store().listEvents({ convo_id, after: 0, limit: 10 });
    assert.deepEqual(
      events.map(({ event_no: _, ...event }) => event),
      [
        {
          ...{ at_ms: 90_000, kind: 'offer', id: String(id), email },
          data: { id, presentation_id, click_id, format, message_id },
        },
        {
          ...{ at_ms: 90_001, kind: 'click', id: String(clicks.no), email },
          data: { program, presentation_id, click_id },
        },
        { at_ms: 90_002, kind: 'chat', id: 'turn', email: null, data: { chat: 'hello' } },
        {
          ...{ at_ms: 90_003, kind: 'signup', id: 'complete-signup', email },
          data: { program, message_id: 'complete-signup' },
        },
      ],
    );
    const numbers = events.map(({ event_no }) => event_no);
    assert.deepEqual(
      numbers,
      numbers.map((_, i) => numbers[0]! + i),
    );
  });
}
