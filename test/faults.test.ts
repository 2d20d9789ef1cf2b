// The promises of reliability, each under the fault that tries to break it. The same, at length: `npm run torture`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from './faults/all.ts';
import { SEED, seeded } from './support/seeded.ts';

for (const { goal, promise, ci, run } of faults) {
  test(`goal ${goal}: ${promise} (SEED=${SEED})`, async () => {
    const { figures, broken } = await run({ count: ci, random: seeded(SEED) });
    console.log(`goal ${goal}: ${JSON.stringify(figures)}`);
    assert.deepEqual(broken, []);
  });
}
