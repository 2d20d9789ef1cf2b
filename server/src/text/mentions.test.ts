import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mention, mentionOf, sentencesOf, sentenceWith } from './mentions.ts';

const CASES: [text: string, phrase: string, mention: Mention][] = [
  ['A waterproof jacket', 'waterproof', 'stated'],
  ['A water-proof jacket', 'waterproof', 'stated'],
  ['A water proof jacket', 'waterproof', 'stated'],
  ['A warm jacket', 'waterproof', 'absent'],
  ['A warm jacket', '', 'absent'],
  ['', 'waterproof', 'absent'],
  ['In-Ear Headphones with microphone', 'in ear', 'stated'],
  ['Headphones that are worn in. Ear pads are soft.', 'in ear', 'absent'],
  ['Made of small, sturdy parts', 'small parts', 'absent'],
  ['Contains small parts', 'small part', 'stated'],
  ['No small parts', 'small parts', 'negated'],
  ['Large blocks, with no small or sharp parts', 'sharp parts', 'negated'],
  ['This bag is not waterproof', 'waterproof', 'negated'],
  ['This bag isn’t waterproof', 'waterproof', 'negated'],
  ["This bag isn't fully waterproof.", 'waterproof', 'negated'],
  ['Not only waterproof but also light', 'waterproof', 'stated'],
  ['Waterproof: No, Colour: Red', 'waterproof', 'negated'],
  ['Waterproof: no more wet feet', 'waterproof', 'stated'],
  ['The strap is not waterproof. The watch is waterproof to 50 m.', 'waterproof', 'stated'],
  ['Unlike other waterproof cases, ours is thin', 'waterproof', 'negated'],
  ['Pan with non-stick coating', 'stick', 'negated'],
  ['Pan with non-stick coating', 'non stick', 'stated'],
  ['Pan with non-stick coating', 'nonstick', 'stated'],
  ['Pan with non-stick coating', 'coating', 'stated'],
  ['Pan without a lid', 'lid', 'negated'],
  ['Works with or without a lid', 'lid', 'stated'],
  ['Pan without lid, with two handles', 'handle', 'stated'],
  ['Reach every button without removing the case', 'case', 'stated'],
  ['The pan without lid is oven safe', 'oven safe', 'stated'],
  ['Does not come with a lid', 'lid', 'negated'],
  ['Not suitable for use in the dishwasher', 'dishwasher', 'negated'],
  ['Do not put in the dishwasher', 'dishwasher', 'negated'],
  ['The lid is not dishwasher safe', 'dishwasher safe', 'negated'],
  ['Free of parabens and silicones', 'silicone', 'negated'],
  ['FREE FROM wheat, eggs, tree nuts & gluten', 'gluten', 'negated'],
  ['Paraben-free shampoo', 'paraben', 'negated'],
  ['Paraben-free shampoo', 'shampoo', 'stated'],
  ['Paraben-free shampoo', 'paraben free', 'stated'],
  ['Waterproof & odour free', 'waterproof', 'stated'],
  ['Gluten- and sugar-free', 'gluten', 'negated'],
  ['Press the switch instead of taking out the battery', 'battery', 'stated'],
  ['Bluetooth and hands-free calls', 'bluetooth', 'stated'],
  ['Comes with batteries, free shipping', 'battery', 'stated'],
  ['Battery not included', 'battery', 'negated'],
  ['Batteries (not included)', 'battery', 'negated'],
  ['Two AA batteries are NOT included.', 'batteries', 'negated'],
  ['Bare tool: battery & charger sold separately', 'battery', 'negated'],
  ['Hat, gloves and broom not included Velvet trim', 'gloves', 'negated'],
  ['Hat, gloves and broom not included Velvet trim', 'velvet', 'stated'],
  ['Bluetooth speaker, cable not included', 'bluetooth', 'stated'],
  ['Batteries not required for use', 'batteries', 'negated'],
  ['No batteries needed', 'batteries', 'negated'],
  ['No need for batteries', 'batteries', 'negated'],
  ['Enjoy music without worry about battery', 'battery', 'stated'],
  ['Does not contain nuts', 'nuts', 'negated'],
  ['No artificial colours, sweeteners or preservatives', 'sweetener', 'negated'],
  ['No artificial colours, sweeteners or preservatives', 'preservatives', 'negated'],
  ['No wires, Bluetooth 5.0', 'bluetooth', 'stated'],
  ['No wires and Bluetooth 5.0', 'bluetooth', 'stated'],
  ['Contains no dairy, soy, egg, tree nuts and is vegan', 'nuts', 'negated'],
  ['NATURALLY FREE OF: Gluten, Wheat, Soy', 'gluten', 'negated'],
  ['Zero sugar marshmallow', 'sugar', 'negated'],
  ['Zero sugar marshmallow', 'marshmallow', 'stated'],
  ['Please DO NOT put it in the dishwasher.', 'dishwasher', 'negated'],
  ['Do not clean in dishwasher', 'dishwasher', 'negated'],
  ['Case Included No, Charger Included No, Speed 80', 'charger', 'negated'],
  ['Case Included No, Charger Included No, Speed 80', 'speed', 'stated'],
  ['No. 5 wool yarn', 'wool', 'stated'],
  ['No pull harness with handle', 'harness', 'stated'],
];

for (const [text, phrase, mention] of CASES) {
  test(`"${phrase}" is ${mention} in "${text}"`, () => {
    assert.equal(mentionOf(text, phrase.split(' ').filter(Boolean)), mention);
  });
}

test('sentences end at full stops, bullets, pictures and headings in capitals, not at abbreviations', () => {
  assert.deepEqual(
    sentencesOf(
      'Holds 1.5 l, approx. 10 cups.Easy to clean! 👍🏻 BPA-free • Two lids LIGHT TO CARRY: weighs 300 g 【Gift】For all; and more',
    ),
    [
      'Holds 1.5 l, approx. 10 cups.',
      'Easy to clean!',
      'BPA-free',
      'Two lids',
      'LIGHT TO CARRY: weighs 300 g',
      '【Gift】For all',
      'and more',
    ],
  );
});

test('the sentence that states a phrase is preferred over one that denies it', () => {
  const text = 'The strap is not waterproof. The watch is waterproof to 50 m. It is red.';
  assert.equal(sentenceWith(text, ['waterproof']), 'The watch is waterproof to 50 m.');
  assert.equal(sentenceWith('Red. Not waterproof. Light.', ['waterproof']), 'Not waterproof.');
  assert.equal(sentenceWith(text, ['leather']), undefined);
});

test('a long sentence is cut on word boundaries around the mention', () => {
  const full = `${'Pitcher, '.repeat(30)}NOT DISHWASHER SAFE`;
  assert.match(sentenceWith(full, ['dishwasher', 'safe'])!, /NOT DISHWASHER SAFE$/);
  const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');
  for (const [before, after] of [
    [0, 60],
    [3, 60],
    [30, 30],
    [60, 3],
    [60, 0],
  ] as const) {
    const sentence = [words(before), 'waterproof', words(after)].filter(Boolean).join(' ');
    const quote = sentenceWith(sentence, ['waterproof'])!;
    assert.ok(quote.length <= 160, `${quote.length}`);
    assert.ok(quote.length > 120, `${quote.length}`);
    assert.match(quote, /\bwaterproof\b/);
    const kept = quote.replace(/^… | …$/g, '');
    assert.ok(` ${sentence} `.includes(` ${kept} `), kept);
    assert.equal(quote.startsWith('…'), !sentence.startsWith(kept));
    assert.equal(quote.endsWith('…'), !sentence.endsWith(kept));
  }
});
