// Generates descriptions of 20 to 60 words from the sentences of a kind.
import type { Kind } from './departments.ts';
import { type Facts, fillSentence } from './fill.ts';
import type { Model } from './make-model.ts';
import type { Random } from './random.ts';

export type Condition = 'new' | 'used' | 'refurbished';

const MIN_WORDS = 20;
const MAX_WORDS = 60;

/** Looked up by the whole material, else by its last word ("merino wool" → "wool"). */
const MATERIAL_NOTES: Readonly<Record<string, readonly string[]>> = {
  leather: ['Treat the leather with a little wax now and then.', 'The leather is tanned with plants, without chrome.'],
  'vegan leather': [
    'The vegan leather contains no animal products.',
    'No animal was used: it only looks like leather.',
  ],
  'synthetic leather': ['Looks like leather, but is none.'],
  suede: ['Brush the suede dry; keep it out of the rain.'],
  wool: ['Wash on the wool cycle and dry flat.', 'The wool comes from sheep that were not mulesed.'],
  'alpaca wool': ['Alpaca is warmer than wool, and contains no lanolin.'],
  cashmere: ['Wash the cashmere by hand, cold, and dry it flat.'],
  linen: ['Linen creases, and should.'],
  'organic cotton': ['The cotton is grown without pesticides.'],
  'waxed cotton': ['Never machine wash waxed cotton: sponge it and wax it again.'],
  'stainless steel': ['Stainless steel does not rust or take on smells.'],
  'cast iron': ['Season the iron with oil; never soak it.'],
  'carbon steel': ['Carbon steel darkens with use; that is not rust.'],
  wood: ['The wood is oiled, not varnished.'],
  oak: ['The oak is oiled, not varnished.'],
  cork: ['Cork is harvested without felling the tree.'],
  'borosilicate glass': ['The glass takes heat and cold without cracking.'],
};

const CONDITION_NOTES = {
  used: [
    'Used, with light signs of wear.',
    'Second-hand, in very good condition.',
    'Used; small marks are shown in the pictures.',
  ],
  refurbished: [
    'Refurbished and tested, with {12|24} months of guarantee.',
    'Refurbished: cleaned and repaired, light scratches possible.',
    'Refurbished by the manufacturer, in a plain box.',
  ],
};

export function describe(kind: Kind, model: Model, facts: Facts, condition: Condition, random: Random): string {
  const features = model.features.map((feature) => feature.sentence);
  const firm = [random.pick(kind.opens), ...random.shuffle(features)];
  if (condition !== 'new') firm.push(random.pick(CONDITION_NOTES[condition]));
  const note = random.pick([...kind.notes, ...materialNotes(model.material)]);
  const extras = random.shuffle([random.pick(kind.uses), note]);

  const sentences = firm.map((sentence) => fillSentence(sentence, facts, random));
  let words = wordsIn(sentences.join(' '));
  // One feature less, to make room for the description of the condition.
  while (words > MAX_WORDS) words -= wordsIn(sentences.splice(1, 1)[0]!);
  for (const extra of extras) {
    const sentence = fillSentence(extra, facts, random);
    const isDroppable = words >= MIN_WORDS && random.chance(0.2);
    if (isDroppable || words + wordsIn(sentence) > MAX_WORDS) continue;
    sentences.push(sentence);
    words += wordsIn(sentence);
  }
  return sentences.join(' ');
}

function materialNotes(material = ''): readonly string[] {
  return MATERIAL_NOTES[material] ?? MATERIAL_NOTES[material.split(' ').at(-1) ?? ''] ?? [];
}

function wordsIn(text: string): number {
  let words = 1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words += 1;
  return words;
}
