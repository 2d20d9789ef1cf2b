import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHeld, isNextGeneration } from './fenced-writes.ts';

test('a lease is held until its token grows, and never before it was acquired', () => {
  const lease = { name: 'learner', token: 2 };
  assert.deepEqual(
    [1, 2, 3, null].map((current) => isHeld(lease, current)),
    [false, true, false, false],
  );
});

test('an artefact is saved as the generation after the newest', () => {
  assert.deepEqual(
    [0, 4, 5, 6].map((generation) => isNextGeneration(generation, 4)),
    [false, false, true, false],
  );
});
