// The header `Retry-After`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from './retry-after.ts';

const now_ms = Date.parse('2026-03-04T05:06:07Z');

test('Retry-After is read as seconds or as an HTTP date, and ignored otherwise', () => {
  for (const [header, expected] of [
    ['120', 120_000],
    [' 5 ', 5000],
    ['0', 0],
    ['Wed, 04 Mar 2026 05:07:07 GMT', 60_000],
    ['Wednesday, 04-Mar-26 05:07:07 GMT', 60_000],
    ['Wed Mar  4 05:07:07 2026 GMT', 60_000],
    ['Tue, 03 Mar 2026 05:07:07 GMT', 0],
    [null, null],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2026-03-04T05:07:07Z', null],
    ['1'.repeat(10), 1e12],
    ['9'.repeat(400), 1e12],
  ] as const)
    assert.equal(retryAfterMs(header, now_ms), expected, String(header));
});
