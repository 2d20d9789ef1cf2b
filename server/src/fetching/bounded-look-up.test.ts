// Look-ups of hosts of which some never answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { boundedLookUp } from './bounded-look-up.ts';

/** Hosts named `dead` wait until they are released. */
function hosts() {
  const asked: string[] = [];
  const release = Promise.withResolvers<string[]>();
  const lookUp = boundedLookUp(async (host) => {
    asked.push(host);
    return host.startsWith('dead') ? release.promise : ['8.8.8.8'];
  });
  return { asked, lookUp, release };
}

test('few look-ups run at a time, and the others follow in order', async () => {
  const { asked, lookUp, release } = hosts();
  const found = ['dead-1', 'dead-2', 'dead-3', 'new'].map(lookUp);
  await setImmediate();
  assert.deepEqual(asked, ['dead-1', 'dead-2']);
  release.resolve(['1.1.1.1']);
  assert.deepEqual(await Promise.all(found), [['1.1.1.1'], ['1.1.1.1'], ['1.1.1.1'], ['8.8.8.8']]);
  assert.deepEqual(asked, ['dead-1', 'dead-2', 'dead-3', 'new']);
});

test('a host that was found is found again while others hang', async () => {
  const { asked, lookUp, release } = hosts();
  await lookUp('healthy');
  const hanging = ['dead-1', 'dead-2', 'dead-3'].map(lookUp);
  await setImmediate();
  assert.deepEqual(await lookUp('healthy'), ['8.8.8.8']);
  assert.deepEqual(asked, ['healthy', 'dead-1', 'dead-2']);
  release.resolve([]);
  await Promise.all(hanging);
});

test('a look-up that does not get its turn fails, and is not made later', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { asked, lookUp, release } = hosts();
  const hanging = ['dead-1', 'dead-2'].map(lookUp);
  const late = assert.rejects(lookUp('late'), { code: 'ETIMEDOUT' });
  t.mock.timers.tick(15_000);
  await late;
  release.resolve([]);
  await Promise.all(hanging);
  assert.deepEqual(asked, ['dead-1', 'dead-2']);
  assert.deepEqual(await lookUp('late'), ['8.8.8.8']);
});
