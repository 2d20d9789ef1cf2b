// Ranking sessions stay valid while the catalogue is rewritten and after the process was killed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getProduct } from '../server/src/discovery/get-product.ts';
import { newSession } from '../server/src/discovery/ranking.ts';
import { getRankingSessionPage } from '../server/src/discovery/ranking-sessions.ts';
import fc from './support/properties.ts';
import { ServerProcess } from './support/server-process.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';

const RESULT_SETS = 200;

let service: TestApp;
before(async () => {
  service = await startTestApp({ SESSION_MAX_RESULTS: '300' });
});
after(() => service.stop());

test(`${RESULT_SETS} result sets are paged to the end without repeats or gaps while the catalogue is rewritten`, async () => {
  const generation = (n: number) =>
    Array.from({ length: 200 }, (_, i) => ({
      id: `p${i}`,
      name: `Kettle ${(i * 7919 + n * 104729) % 1000}`,
      description: `kettle `.repeat((i + n) % 9),
    }));
  await service.stock(generation(0));
  let isDone = false;
  let rewrites = 0;
  const rewrite = async () => {
    while (!isDone) await service.stock(generation(++rewrites));
  };
  const pageThrough = async (per_page: number) => {
    const seen: string[] = [];
    let page = (await service.search({ query: 'kettle', per_page })).json;
    while (true) {
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      if (!page.next_cursor) return seen;
      page = (await service.search({ cursor: page.next_cursor })).json;
    }
  };
  const rewriting = rewrite();
  const outcomes = { repeats: 0, gaps: 0 };
  for (let i = 0; i < RESULT_SETS; i += 20) {
    const sets = await Promise.all(Array.from({ length: 20 }, (_, n) => pageThrough(7 + ((i + n) % 40))));
    for (const seen of sets) {
      outcomes.repeats += seen.length - new Set(seen).size;
      outcomes.gaps += 200 - new Set(seen).size;
    }
  }
  isDone = true;
  await rewriting;
  console.log(`${RESULT_SETS} result sets, ${rewrites} rewrites: ${outcomes.repeats} repeats, ${outcomes.gaps} gaps`);
  assert.ok(rewrites > 3);
  assert.deepEqual(outcomes, { repeats: 0, gaps: 0 });
});

test('every slug opens exactly its product, also after deletions', async () => {
  const { deps } = service;
  await service.stock(Array.from({ length: 150 }, (_, i) => ({ id: `slug-${i}`, name: `Slug ${i}` })));
  const alive = new Map<string, number>();
  for (let i = 0; i < 150; i++) {
    const { product_no } = (await deps.store.getProductById({ id: `slug-${i}` }))!;
    alive.set(`slug-${i}`, product_no);
  }
  const remove = async (ids: string[]) => {
    for (const id of ids) {
      await deps.store.deleteProduct({ id });
      alive.delete(id);
    }
  };
  const resultSet = fc.record({
    order: fc.array(fc.nat(), { maxLength: 40 }),
    per_page: fc.integer({ min: 1, max: 12 }),
    before: fc.nat({ max: 2 }),
    after: fc.nat({ max: 2 }),
  });
  const check = fc.asyncProperty(resultSet, async ({ order, per_page, before, after }) => {
    const left = [...alive.keys()];
    const ids = [...new Set(order.map((n) => left[n % left.length]!))];
    const product_nos = Uint32Array.from(ids, (id) => alive.get(id)!);
    const content = { query: 'slug', criteria: [], convo_id: 'slugs', per_page, product_nos };
    const session = newSession(deps, content);
    await deps.store.insertRankingSession(session);
    await remove(ids.slice(0, before));
    const sealed = { session: session.id, expires_at_ms: session.expires_at_ms };
    const ranking_session_id = deps.tokens.sealPosition('session', { ...sealed, position: 0 });
    const shown: { slug: string; id: string }[] = [];
    let cursor = deps.tokens.sealPosition('cursor', { ...sealed, position: 0 });
    for (let page_index = 0; cursor; page_index++) {
      const { json: page } = await service.search({ cursor });
      const expected = ids.slice(page_index * per_page, (page_index + 1) * per_page).filter((id) => alive.has(id));
      assert.deepEqual(
        page.items.map(({ id }: { id: string }) => id),
        expected,
      );
      const isLast = (page_index + 1) * per_page >= ids.length;
      assert.deepEqual([page.page_index, page.next_cursor === null], [page_index, isLast]);
      const params = { conversation_id: 'slugs', ranking_session_id, page_index };
      const listed = await getRankingSessionPage(deps, params);
      assert.deepEqual([listed.items, listed.has_next_page], [page.items, !isLast]);
      shown.push(...page.items);
      cursor = page.next_cursor;
    }
    await remove(after > 0 ? ids.slice(-after) : []);
    for (const { slug, id } of shown) {
      const found = await getProduct(deps, slug).catch(({ code }) => code);
      if (alive.has(id)) assert.equal(found.item.id, id);
      else assert.equal(found, 'product_not_found');
    }
    const pages = Math.max(1, Math.ceil(ids.length / per_page));
    const past = deps.tokens.sealPosition('cursor', { ...sealed, position: pages });
    assert.equal((await service.search({ cursor: past })).status, 416);
    const beyond = deps.tokens.sealPosition('slug', { ...sealed, position: ids.length });
    await assert.rejects(getProduct(deps, beyond), { code: 'product_out_of_range' });
  });
  await fc.assert(check, { numRuns: 25 });
});

test('cursors and slugs work after kill -9', async () => {
  const server = await ServerProcess.start({ LOG_LEVEL: 'warn' }, ['--demo']);
  const post = async (body: object) => {
    const response = await server.request('/v1/discovery/products/search', {
      method: 'POST',
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: other tests check the shape.
    return { status: response.status, json: (await response.json()) as any };
  };
  try {
    await server.ready();
    const first = await post({ query: 'boots' });
    await server.signal('SIGKILL');
    await server.begin();
    const next = await post({ cursor: first.json.next_cursor });
    assert.deepEqual([next.status, next.json.page_index], [200, 1], 'also before the index has caught up again');
    assert.equal((await server.request(`/v1/discovery/products/${first.json.items[0].slug}`)).status, 200);
  } finally {
    await server.remove();
  }
});
