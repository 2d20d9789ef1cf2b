// Contract of every store adapter: the funnel report equals a count over an export of the facts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFunnel, funnelAction, funnelFacts, funnelRange } from '../../../test/support/funnel-facts.ts';
import fc from '../../../test/support/properties.ts';
import { reportFunnel } from '../reports/report-funnel.ts';
import { DAY_MS } from './report-store.ts';
import type { Store } from './store.ts';

const RUNS = 25;

export function funnelContract(store: () => Store): void {
  const searches: number[] = [];
  let runs = 0;

  test('the funnel report equals a count over the exported facts', () =>
    fc.assert(
      fc.asyncProperty(fc.array(funnelAction, { minLength: 5, maxLength: 40 }), funnelRange, async (actions, days) => {
        const make = funnelFacts(store, `funnel ${++runs}`, searches);
        for (const each of actions) await make(each);
        await checkFunnel(store(), searches, days);
      }),
      { numRuns: RUNS },
    ));
  purgeContract(store);
}

function purgeContract(store: () => Store): void {
  test('the counts of whole weeks are purged, and purging facts changes no count', async () => {
    const day_ms = Date.parse('2001-02-01T00:00:00Z');
    const make = funnelFacts(store, 'purged', []);
    const of = { convo_id: 'c1', presentation_id: 'p1' };
    for (const at_ms of [day_ms - 1, day_ms, day_ms + DAY_MS]) {
      await make({ kind: 'click', of, click_id: `k${at_ms}`, program: 'gold', at_ms, now_ms: at_ms });
      await make({ kind: 'search', now_ms: at_ms, has_convo: false });
    }
    const counted = async () => {
      const days = { from: '2001-01-31', to: '2001-02-02', tz: 'UTC', group_by: 'day', date_basis: 'click' } as const;
      const { rows } = await reportFunnel({ store: store() }, days);
      const inZone = await reportFunnel({ store: store() }, { ...days, tz: 'Asia/Kathmandu', group_by: 'none' });
      return [...rows.map(({ clicks, searches }) => [clicks, searches]), inZone.rows[0]!.clicks];
    };
    const all = [[1, 1], [1, 1], [1, 1], 3];
    while ((await store().foldFunnel({ limit: 7 })) > 0);
    await store().purgeClicks({ before_ms: Number.MAX_SAFE_INTEGER, limit: 100_000 });
    assert.deepEqual(await counted(), all);
    const old = { before_ms: day_ms + 3_600_000, limit: 1 };
    for (const purge of [store().purgeFunnel, store().purgeSearchCounts]) while ((await purge(old)) > 0);
    assert.deepEqual(await counted(), [[0, 0], ...all.slice(1, 3), 2]);
  });
}

/** `store` returns the stores under test in turn: one store, or several on the same data. */
export function concurrentFunnelContract(store: () => Store): void {
  const searches: number[] = [];
  let runs = 0;

  test('the funnel report is exact after facts and folds at the same time', () =>
    fc.assert(
      fc.asyncProperty(fc.array(funnelAction, { minLength: 60, maxLength: 60 }), funnelRange, async (actions, days) => {
        const make = funnelFacts(store, `funnel ${++runs}`, searches);
        for (let at = 0; at < actions.length; at += 20) await Promise.all(actions.slice(at, at + 20).map(make));
        await checkFunnel(store(), searches, days);
      }),
      { numRuns: 6 },
    ));
}
