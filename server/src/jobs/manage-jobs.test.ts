// Background jobs over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signupWrite } from '../../../test/support/stored-facts.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const HOUR_MS = 3_600_000;
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
const list = async (query: Record<string, string> = {}) =>
  (await service.call('GET', `/v1/jobs?${new URLSearchParams(query)}`)).json;

/** Jobs that are due in an hour, of which the first is dead. */
async function addJobs(...ids: string[]) {
  const { store } = service.deps;
  const now_ms = service.clock.now_ms() + HOUR_MS;
  for (const [i, id] of ids.entries()) await store.acceptSignup(signupWrite({ message_id: id, now_ms: now_ms + i }));
  await store.failJob({ id: ids[0]!, error: 'no room', due_at_ms: 1, max_attempts: 1 });
}

test('jobs are listed newest first in pages, by state and kind', async () => {
  await addJobs('j1', 'j2', 'j3', 'j4', 'j5');
  const first = await list({ per_page: '2' });
  assert.deepEqual(idsOf(first), ['j5', 'j4']);
  const second = await list({ cursor: first.next_cursor });
  assert.deepEqual(idsOf(second), ['j3', 'j2']);
  const third = await list({ cursor: second.next_cursor });
  assert.deepEqual([idsOf(third), third.next_cursor], [['j1'], null]);
  assert.deepEqual(idsOf(await list({ state: 'dead' })), ['j1']);
  assert.deepEqual(idsOf(await list({ state: 'waiting', kind: 'record_signup', per_page: '1' })), ['j5']);
  assert.deepEqual(idsOf(await list({ kind: 'register_offer' })), []);
  assert.equal((await service.call('GET', '/v1/jobs?state=lost')).status, 422);
});

test('a dead job is retried once, and then done', async () => {
  const { json: dead } = await service.call('GET', '/v1/jobs/j1');
  assert.deepEqual([dead.state, dead.attempts, dead.last_error, dead.due_at], ['dead', 1, 'no room', null]);
  const { json: retried } = await service.call('POST', '/v1/jobs/j1/retry');
  assert.equal(retried.id, 'j1');
  assert.equal((await service.call('POST', '/v1/jobs/j1/retry')).status, 409);
  await until(async () => (await service.call('GET', '/v1/jobs/j1')).json.state === 'done');
  assert.equal((await service.call('POST', '/v1/jobs/nothing/retry')).status, 404);
});
