// Weights as term frequencies, and weights from scores.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dequantiseWeight, MAX_WEIGHT } from '../ranking/quantised-weight.ts';
import { K1 } from '../ranking/weights.ts';
import { encodeWeights, weightOfScore } from './term-frequency.ts';

const frequencyOf = (weight: number): number => Number(encodeWeights(new Map([['x', weight]])).slice('x,'.length));

test('the term frequency of every quantised weight is an integer that Lucene stores exactly', () => {
  for (let byte = 1; byte <= MAX_WEIGHT; byte++) {
    const frequency = frequencyOf(byte);
    assert.ok(Number.isInteger(frequency) && frequency < 2 ** 24, `weight ${byte}`);
    assert.equal(frequency / (frequency + K1 * 8192), dequantiseWeight(byte));
  }
});

test('every quantised weight is recovered from its score in single precision', () => {
  for (const boost of [1e-9, 1e-4, 0.05, 0.3, 1, 2.7, 7.77, 21].map(Math.fround)) {
    for (let byte = 1; byte <= MAX_WEIGHT; byte++)
      assert.equal(weightOfScore(Math.fround(boost * dequantiseWeight(byte)), boost), byte);
  }
});
