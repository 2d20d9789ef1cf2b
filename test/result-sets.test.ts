// Result sets hold: while the catalogue is rewritten under them, and after the process was killed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ServerProcess } from './support/server-process.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';

const RESULT_SETS = 200;

let service: TestApp;
before(async () => {
  service = await startTestApp({ SESSION_MAX_RESULTS: '300' });
});
after(() => service.stop());

test(`${RESULT_SETS} result sets are paged to the end while the catalogue is rewritten: no repeats, no gaps`, async () => {
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

test('cursors and slugs work after kill -9', async () => {
  const server = await ServerProcess.start({ LOG_LEVEL: 'warn' }, ['--demo']);
  const post = async (body: object) => {
    const response = await server.request('/v1/discovery/products/search', {
      method: 'POST',
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the shape is the subject of other tests.
    return { status: response.status, json: (await response.json()) as any };
  };
  try {
    await server.ready();
    const first = await post({ query: 'boots' });
    await server.signal('SIGKILL');
    await server.begin();
    const next = await post({ cursor: first.json.next_cursor });
    assert.deepEqual([next.status, next.json.page_index], [200, 1], 'also before the index is level again');
    assert.equal((await server.request(`/v1/discovery/products/${first.json.items[0].slug}`)).status, 200);
  } finally {
    await server.remove();
  }
});
