// Admission of chat turns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { TurnQueue } from './turn-queue.ts';

test('an excess turn is refused: with a key at once, without one after a second', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const turns = new TurnQueue();
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const admitted = [true, false].flatMap((is_keyless) =>
    Array.from({ length: 100 }, (_, i) => turns.run(`${is_keyless}-${i}`, is_keyless, () => promise)),
  );
  await assert.rejects(
    turns.run('keyed', false, () => promise),
    { code: 'overloaded' },
  );
  let isRefused = false;
  const refused = turns.run('keyless', true, () => promise).catch(() => (isRefused = true));
  t.mock.timers.tick(999);
  await setImmediate();
  assert.equal(isRefused, false);
  t.mock.timers.tick(1);
  await refused;
  assert.equal(isRefused, true);
  end();
  await Promise.all(admitted);
  assert.equal(await turns.run('keyless', true, async () => 'taken'), 'taken');
});
