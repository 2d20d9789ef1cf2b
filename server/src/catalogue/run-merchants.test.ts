// Merchants within one run.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunMerchants } from './run-merchants.ts';

test('a later row fills in only what the first row of its merchant omits', () => {
  const merchants = new RunMerchants();
  const details = { name: 'Lamps', domain: 'lamps.example', logo_url: '/lamps.svg', description: 'All lamps.' };
  const none = { name: '', domain: '', logo_url: '', description: '' };
  for (const identity of [{ id: 7 }, { key: '7' }]) {
    assert.deepEqual(merchants.canonical({ ...identity, ...none }), { ...identity, ...none });
    assert.deepEqual(merchants.canonical({ ...identity, ...details }), { ...identity, ...details });
    const other = { name: 'LAMPS', domain: 'x.example', logo_url: '/x.svg', description: 'x' };
    assert.deepEqual(merchants.canonical({ ...identity, ...other }), { ...identity, ...details });
  }
});
