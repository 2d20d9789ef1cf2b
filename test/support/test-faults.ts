// Tests one round of each fault; `npm run torture` runs many.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../faults/fault.ts';
import { SEED, seeded } from './seeded.ts';

export function testFaults(faults: readonly Fault[]): void {
  for (const { goal, promise, round_size, run } of faults) {
    test(`goal ${goal}: ${promise} (SEED=${SEED})`, async () => {
      const { figures, violations } = await run({ count: round_size, random: seeded(SEED) });
      console.log(`goal ${goal}: ${JSON.stringify(figures)}`);
      assert.deepEqual(violations, []);
    });
  }
}
