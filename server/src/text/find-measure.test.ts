import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMeasure, type MeasuredTopic } from './find-measure.ts';

const CASES: [
  sentence: string,
  topic: MeasuredTopic,
  strength: 'named' | 'dimensions' | 'any',
  found: string | null,
][] = [
  ['Each spork is 5.5 inches long', 'length', 'named', '5.5 inches'],
  ['The brush is 16” in total length', 'length', 'named', '16"'],
  ['Long battery life, 40 mm driver', 'length', 'named', null],
  ['Handle length: 12 inch, brush width: 2.5 inch', 'width', 'named', '2.5 inch'],
  ['Stands 30 cm (12") high', 'height', 'named', '30 cm'],
  ['A 4.3-inch high-resolution display', 'height', 'named', null],
  ['3.25" High Speed Steel blades', 'height', 'named', null],
  ['Weighs only 6.0 lbs with battery', 'weight', 'named', '6.0 lbs'],
  ['Net weight: 280g / 9.9 oz', 'weight', 'named', '280g'],
  ['Weight capacity: 300 lbs', 'weight', 'named', null],
  ['700 lb weight capacity', 'weight', 'named', null],
  ['Made of 110g basis weight paper', 'weight', 'named', null],
  ['Size: 9 x 3 x 6 cm', 'size', 'dimensions', '9 x 3 x 6'],
  ["Pages are 6.3'' X 3.8''", 'size', 'dimensions', "6.3'' x 3.8''"],
  ['Prints at 600 x 600 dpi', 'size', 'dimensions', null],
  ['Fits mattresses of 60" x 80"', 'size', 'dimensions', null],
  ['The model is 178 cm tall', 'size', 'named', null],
  ['HDMI cable 3m black', 'length', 'any', '3m'],
  ["Women's sandals - 8 M US", 'length', 'any', null],
  ['Notebook 35.8 cm (14.1") 1440 x 900 pixels', 'length', 'any', null],
  ['Remote switch, 100ft RF range', 'length', 'any', null],
  ['Ground coffee 500 g', 'weight', 'any', '500 g'],
  ['Mini PC with 16G memory', 'weight', 'any', null],
  ['Print server 802.11g', 'weight', 'any', null],
  ['Printer G510g', 'weight', 'any', null],
  ['Water bottle 64 oz', 'weight', 'any', null],
];

for (const [sentence, topic, strength, found] of CASES) {
  test(`the ${topic} in "${sentence}" is ${found ?? 'not said'}`, () => {
    const range = findMeasure(sentence, topic, strength);
    const text = range && sentence.toLowerCase().replace('”', '"').slice(range.start, range.end);
    if (found === null) assert.equal(text, undefined);
    else assert.ok(text?.startsWith(found) || text?.endsWith(found), text);
  });
}
