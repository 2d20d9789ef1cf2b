// The promises of reliability, each under the fault that tries to break it. The same, at length: `npm run torture`.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { faults } from './faults/all.ts';
import { seeded } from './support/seeded.ts';

const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

for (const { goal, promise, ci, run } of faults) {
  test(`goal ${goal}: ${promise}`, async () => {
    const { figures, broken } = await run({ count: ci, random: seeded(seed) });
    console.log(`goal ${goal}, seed ${seed}: ${JSON.stringify(figures)}`);
    assert.deepEqual(broken, []);
  });
}
