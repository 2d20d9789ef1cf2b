// One round of every fault; `npm run torture` runs many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from './faults/all.ts';
import { SEED, seeded } from './support/seeded.ts';

for (const { goal, promise, round_size, run } of faults) {
  test(`goal ${goal}: ${promise} (SEED=${SEED})`, async () => {
    const { figures, violations } = await run({ count: round_size, random: seeded(SEED) });
    console.log(`goal ${goal}: ${JSON.stringify(figures)}`);
    assert.deepEqual(violations, []);
  });
}
