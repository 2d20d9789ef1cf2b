// Merchants as the rows of one run tell of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunMerchants } from './run-merchants.ts';

test('what the first row leaves out of its merchant a later row may tell, and nothing else', () => {
  const merchants = new RunMerchants();
  const told = { name: 'Lamps', domain: 'lamps.example', logo_url: '/lamps.svg', description: 'All lamps.' };
  const none = { name: '', domain: '', logo_url: '', description: '' };
  for (const who of [{ id: 7 }, { key: '7' }]) {
    assert.deepEqual(merchants.one({ ...who, ...none }), { ...who, ...none });
    assert.deepEqual(merchants.one({ ...who, ...told }), { ...who, ...told });
    const other = { name: 'LAMPS', domain: 'x.example', logo_url: '/x.svg', description: 'x' };
    assert.deepEqual(merchants.one({ ...who, ...other }), { ...who, ...told });
  }
});
