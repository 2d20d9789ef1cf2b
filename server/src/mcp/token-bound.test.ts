// The bound of tokens against real tokenizers, on texts of many alphabets.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokensOf } from '../../../test/support/mcp-calls.ts';
import { pick, SEED, seeded } from '../../../test/support/seeded.ts';
import { tokenBound } from './token-bound.ts';

const ALPHABETS = [
  ...['abcdefghijklmnopqrstuvwxyz', 'qxzjkvw', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789abcdef', 'a b c d 1 2 3'],
  ...['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 'Qx 7j K#z v% Wq'],
  ...['{}[]<>|\\"\'`~!@#$%^&*()_+-=;:,./?', 'éàüñçøåß', 'x\u0301\u0302\u0303\u0304', 'กขฃคฅฆงจฉชซ', 'ሀሁሂሃሄህሆሇለሉሊላሌ'],
  ...['鑫森淼焱垚', 'ꙮꚘꛃ᠁𒀀𒁁𓂀𓃠', '👩‍👩‍👧‍👦🏳️‍🌈👍🏿'],
];

test('random text of any alphabet has at most a fiftieth more tokens than the bound', () => {
  const random = seeded(SEED);
  for (const alphabet of ALPHABETS.map((text) => [...text])) {
    const text = Array.from({ length: 4000 }, () => pick(alphabet, random)).join('');
    const ratio = tokensOf(text) / tokenBound(text);
    assert.ok(ratio <= 1.02, `${alphabet.join('')}: ${ratio}`);
  }
});

test('English is overestimated by less than three times', () => {
  const text = 'Light trail running shoes with a grippy sole, for wet rocks and long days in the mountains. '.repeat(
    20,
  );
  const ratio = tokenBound(text) / tokensOf(text);
  assert.ok(ratio > 1 && ratio < 3, `${ratio}`);
});
