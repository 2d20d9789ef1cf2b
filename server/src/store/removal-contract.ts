// Contract of every store adapter: what is removed leaves the reports as if it had never been.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportAll } from '../../../test/support/count-funnel.ts';
import { ALL_FUNNEL_DAYS, checkFunnel, funnelAction, funnelFacts } from '../../../test/support/funnel-facts.ts';
import fc from '../../../test/support/properties.ts';
import { signupWrite } from '../../../test/support/stored-facts.ts';
import { reportFunnel } from '../reports/report-funnel.ts';
import { DAY_MS, QUARTER_MS } from './report-store.ts';
import type { Store } from './store.ts';

const AT_MS = Date.parse('2003-04-05T06:07:08Z');
const DAY = AT_MS / DAY_MS;

export function removalContract(store: () => Store): void {
  let runs = 0;

  test('after a removal the funnel report equals a count over the facts that are left', () =>
    fc.assert(
      fc.asyncProperty(fc.array(funnelAction, { minLength: 30, maxLength: 60 }), async (actions) => {
        const name = `removed ${++runs}`;
        const make = funnelFacts(store, name, []);
        for (const each of actions.filter(({ kind }) => kind !== 'search')) await make(each);
        const convo_id = `${name} c1`;
        const { conversions, ...facts } = await exportAll(store(), []);
        const ids = conversions.filter(({ data }) => data.convo_id === convo_id).map(({ no }) => no);
        assert.ok((await store().removeConversions({ ids })) >= ids.length);
        await store().foldFunnel({ limit: 5 });
        const count = [facts.offers, facts.clicks, facts.non_clicks].flat();
        const expected = count.filter(({ data }) => data.convo_id === convo_id).length;
        assert.equal(await store().removeConversation({ convo_id }), expected);
        assert.equal(await store().removeConversation({ convo_id }), 0);
        assert.deepEqual(await store().listEvents({ convo_id, after: 0, limit: 10 }), []);
        await checkFunnel(store(), [], ALL_FUNNEL_DAYS);
      }),
      { numRuns: 15 },
    ));

  signupContract(store);
  searchContract(store);
}

const BY = { group_by: 'none', date_basis: 'click' } as const;

function signupContract(store: () => Store): void {
  test('a removed conversation takes its signups, its jobs and its turns with it', async () => {
    const signup = (message_id: string, convo_id: string, email: string) =>
      signupWrite({ message_id, convo_id, email, program: 'removal', now_ms: AT_MS });
    await store().acceptSignup(signup('removed-signup', 'removed', 'removed@example.com'));
    await store().acceptSignup(signup('waiting-signup', 'removed', 'waiting@example.com'));
    await store().acceptSignup(signup('kept-signup', 'kept', 'kept@example.com'));
    for (const id of ['removed-signup', 'kept-signup']) await store().runJob({ id, reward_max_pct: 25, now_ms: AT_MS });
    const turn = { convo_id: 'removed', message_id: 't1', state: '{}', data: {}, version: 0, now_ms: AT_MS };
    await store().saveTurn(turn);
    assert.equal(await store().removeConversation({ convo_id: 'removed' }), 2);
    const date = new Date(AT_MS).toISOString().slice(0, 10);
    const { rows } = await reportFunnel({ store: store() }, { from: date, to: date, tz: 'UTC', ...BY });
    assert.equal(rows[0]!.signups, 1);
    for (const id of ['removed-signup', 'waiting-signup']) assert.equal(await store().getJob({ id }), null);
    assert.equal(await store().getConversationState({ convo_id: 'removed' }), null);
    assert.equal(await store().saveTurn(turn), 'saved', 'a later turn starts a new conversation');
    const [event] = await store().listEvents({ convo_id: 'removed', after: 0, limit: 10 });
    assert.ok(event!.event_no > 3, 'numbers of removed events are not used again');
  });
}

function searchContract(store: () => Store): void {
  const search = (id: string, convo_id: string | null, caller: number, found = 1, query = 'teapot') =>
    store().insertRankingSession({
      ...{ id, query, criteria: [], convo_id, per_page: 5, product_nos: new Uint32Array(found) },
      ...{ created_at_ms: AT_MS, expires_at_ms: AT_MS + 1000, counted: { caller, max_callers: 2 } },
    });
  const rowOf = async (min_callers: number) => {
    const days = { first_day: Math.floor(DAY), last_day: Math.floor(DAY) };
    const [row] = await store().reportSearches({ kind: 'top', ...days, min_callers, limit: 5 });
    return row;
  };

  test('removed searches leave the counts of others, and callers that are left', async () => {
    await search('r1', 'invented', 1);
    await search('r2', 'invented', 1, 0);
    await search('r3', null, 2, 0);
    await store().attributeClicks({ clicks: [{ no: 1, convo_id: 'invented', at_ms: AT_MS }] });
    assert.deepEqual(await rowOf(2), {
      ...{ query: 'teapot', searches: 3, without_results: 2, with_conversation: 2, with_click: 1 },
    });
    assert.equal(await store().removeSearches({ convo_id: 'invented', caller: 1 }), 2);
    assert.equal(await store().removeSearches({ convo_id: 'invented', caller: 1 }), 0);
    assert.equal(await rowOf(2), undefined, 'one caller is left');
    assert.deepEqual(await rowOf(1), {
      ...{ query: 'teapot', searches: 1, without_results: 1, with_conversation: 0, with_click: 0 },
    });
    assert.equal(await store().getRankingSession({ id: 'r1' }), null);
    const quarter = { from_ms: AT_MS - QUARTER_MS, to_ms: AT_MS + QUARTER_MS };
    assert.deepEqual(await store().countSearches({ periods: [quarter] }), [1]);
  });

  test('a query of removed searches only is not counted any more', async () => {
    for (const id of ['r4', 'r5']) await search(id, 'invented', 1, 1, 'a teapot');
    assert.equal(await store().removeSearches({ convo_id: 'invented', caller: null }), 2);
    assert.equal((await rowOf(1))!.query, 'teapot');
    assert.deepEqual(await store().listSearches({ convo_id: 'invented', after: 0, limit: 5 }), []);
  });
}
