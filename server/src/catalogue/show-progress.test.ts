// Progress of an import: one line per phase, control characters only where supported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takesControlCharacters } from '../progress-line.ts';
import { describe } from './show-progress.ts';

test('reading shows bytes, rows per second and the time left', () => {
  const phase = { name: 'reading', bytes: 25_000_000, size: 100_000_000, rows: 50_000 } as const;
  const facts = '25.0 MB of 100.0 MB  50000 rows  10000 rows/s  15 s left';
  assert.equal(describe(phase, 5000, true), `reading  ${'█'.repeat(6)}${'░'.repeat(18)} 25 %  ${facts}`);
  assert.equal(describe(phase, 5000, false), `reading  25 %  ${facts}`);
});

test('a source of unknown size shows rows and no percentage', () => {
  const phase = { name: 'reading', bytes: 25_000_000, size: null, rows: 50_000 } as const;
  assert.equal(describe(phase, 5000, true), 'reading  25.0 MB  50000 rows  10000 rows/s');
});

test('no phase shows 100 %, and each has its name', () => {
  const read = { name: 'reading', bytes: 100, size: 100, rows: 5 } as const;
  assert.match(describe(read, 1000, false), /^reading {2}99 %/);
  assert.match(
    describe({ name: 'writing', products: 1, of: 4 }, 1000, false),
    /^writing {2}25 % {2}1 of 4 products {2}3 s left$/,
  );
  assert.equal(describe({ name: 'deleting', products: 0, of: 0 }, 1000, true), 'deleting');
  assert.equal(describe({ name: 'fetching', bytes: 2_500_000, size: 0 }, 1000, true), 'fetching  2.5 MB');
  const known = { name: 'fetching', bytes: 2_500_000, size: 10_000_000 } as const;
  assert.equal(describe(known, 1000, false), 'fetching  25 %  2.5 MB of 10.0 MB  3 s left');
  assert.equal(describe({ name: 'finishing' }, 1000, true), 'finishing');
});

test('control characters are written only to terminals that support them', () => {
  const terminal = { isTTY: true };
  assert.equal(takesControlCharacters(terminal, { TERM: 'xterm' }), true);
  assert.equal(takesControlCharacters(terminal, { TERM: 'xterm', NO_COLOR: '1' }), false);
  assert.equal(takesControlCharacters(terminal, { TERM: 'dumb' }), false);
  assert.equal(takesControlCharacters({}, { TERM: 'xterm' }), false);
});
