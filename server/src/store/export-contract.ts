// Contract of every store adapter: the export of facts.
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
  const facts = async (kind: 'offers' | 'clicks', by: { after?: number; since_ms?: number; limit?: number } = {}) => {
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
    assert.deepEqual(idsOf(await facts('offers', { after: all[0]!.no, limit: 1 })), ['e2']);
    assert.deepEqual([all[0]!.at_ms, all[0]!.email], [60_000, 'ora@example.com']);
  });

  test('an exported offer says whether it is registered or only acknowledged', async () => {
    await offer('e4', 80_000, 'export-ack');
    const registered = async () => (await facts('offers')).map(({ data }) => data.is_registered);
    assert.deepEqual(await registered(), [true, true, true, false]);
    await store().runJob({ id: 'export-ack', now_ms: 80_001 });
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
}
