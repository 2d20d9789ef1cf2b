// Query interpretation against the lexicon of a real index.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../../test/support/properties.ts';
import { buildSynonyms, parseSynonyms } from '../../text/synonyms.ts';
import { IndexView } from '../embedded/query/index-view.ts';
import { viewLexicon } from '../embedded/query/view-lexicon.ts';
import { SegmentSet } from '../embedded/writer/segment-set.ts';
import { WorkBudget } from '../work-budget.ts';
import { measureLengths } from './field-lengths.ts';
import { type Interpretation, interpretQuery } from './interpret-query.ts';
import type { Lexicon } from './lexicon.ts';

function lexiconOf(names: readonly string[]): Lexicon {
  const set = new SegmentSet(measureLengths([]));
  set.apply(
    names.map((name, i) => ({
      change_no: i + 1,
      product_no: i + 1,
      merchant_id: 7,
      merchant_name: 'Shop',
      data: JSON.stringify({ id: '-', name }),
    })),
  );
  return viewLexicon(new IndexView(set.segments.map(({ live }) => live)), new WorkBudget());
}

interface Options {
  synonyms?: string;
  without?: string[];
}

function interpret(names: readonly string[], query: string, { synonyms = '', without = [] }: Options = {}) {
  const { expand } = buildSynonyms(parseSynonyms(synonyms));
  return interpretQuery(query, lexiconOf(names), expand, new Set(without));
}

/** One slot per line: its word, in brackets if optional, and its alternatives by descending weight. */
const written = ({ slots }: Interpretation): string[] =>
  slots.map(({ word, isOptional, alternatives }) => {
    const readings = alternatives.map(({ why, text }) => (why === 'typed' ? text : `${why} ${text}`));
    return `${isOptional ? `(${word})` : word}: ${readings.join(', ')}`.trim();
  });

/** The names of a catalogue, a query, and its slots. */
type Case = [says: string, names: string[], query: string, slots: string[], options?: Options];

const CASES: Record<string, Case[]> = {
  words: [
    ['each word is a slot, once', ['Red cup'], 'red cup RED', ['red: red', 'cup: cup']],
    [
      'a word that no product has gets no alternative',
      ['Red cup'],
      'red zzzzzz cup',
      ['red: red', 'zzzzzz:', 'cup: cup'],
    ],
    ['stop words are optional', ['Kettle for tea'], 'kettle for tea', ['kettle: kettle', '(for): for', 'tea: tea']],
  ],
  measures: [
    [
      'a measure is one word where the catalogue has it',
      ['Red 12V cup 64 GB big'],
      'red 12 v cup 64 gb big',
      ['red: red', '12v: 12v', 'cup: cup', '64gb: 64gb', 'big: big'],
    ],
    [
      'and its words where the catalogue does not',
      ['Red 12 cup 64 GB big'],
      'red 12 v cup 64 gb big',
      ['red: red', '12: 12', 'v:', 'cup: cup', '64gb: 64gb', 'big: big'],
    ],
    [
      'measures can be switched off',
      ['Cup 64 GB'],
      'cup 64 gb',
      ['cup: cup', '64: 64, joined 64gb', 'gb: gb, joined 64gb'],
      { without: ['measures'] },
    ],
  ],
  compounds: [
    [
      'two words are joined if the catalogue has the compound',
      ['Firestick', 'Fire pit', 'Stick'],
      'big fire stick',
      ['big:', 'fire: fire, joined firestick', 'stick: stick, joined firestick'],
    ],
    ['three are not', ['Firesticktv'], 'fire stick tv', ['fire:', 'stick:', 'tv:']],
    [
      'a word is split if a name has both parts in sequence',
      ['Fire stick'],
      'firestick 4k',
      ['firestick: split fire stick', '4k:'],
    ],
    ['parts that are not adjacent are not used', ['Fire and a stick'], 'firestick 4k', ['firestick:', '4k:']],
    ['also of four letters', ['Wi Fi router'], 'wifi box', ['wifi: split wi fi', 'box:']],
    ['but not of three', ['A bc'], 'abc box', ['abc:', 'box:']],
    ['the first may be one letter', ['T shirt'], 'tshirt box', ['tshirt: split t shirt', 'box:']],
    ['the last may not', ['Shirt t'], 'shirtt box', ['shirtt: corrected shirt', 'box:']],
    ['a word with digits is not split', ['Ab 12'], 'ab12 box', ['ab12:', 'box:']],
    ['German joins words with an s', ['Hund Hose'], 'hundshose blau', ['hundshose: split hunds hose', 'blau:']],
    [
      'a long word matches compounds that end with it',
      ['Holzwerkzeug', 'Holz', 'Werkzeug', 'Werkzeugen'],
      'werkzeug holz',
      ['werkzeug: werkzeug, inflected werkzeugen, compound holzwerkzeug', 'holz: holz'],
    ],
    ['a shorter word does not', ['Holzschrank', 'Holz', 'Schrank'], 'schrank holz', ['schrank: schrank', 'holz: holz']],
    ['compounds can be switched off', ['Firestick'], 'fire stick', ['fire:', 'stick:'], { without: ['compounds'] }],
  ],
  endings: [
    ['a word finds its other endings', ['Schuhe'], 'schuh rot', ['schuh: inflected schuhe', 'rot:']],
    ['and the word without them', ['Hake', 'Hak'], 'haken rot', ['haken: inflected hake', 'rot:']],
    ['beside the word itself, behind it', ['Schuhe', 'Schuh'], 'schuh rot', ['schuh: schuh, inflected schuhe', 'rot:']],
    ['not of a short word', ['Hute'], 'hut rot', ['hut:', 'rot:']],
    ['nor of one with a digit', ['Ab12ce'], 'ab12c rot', ['ab12c:', 'rot:']],
    ['luces and luz', ['Luz'], 'luces rojo', ['luces: inflected luz', 'rojo:']],
    ['lapiz and lapices', ['Lapices'], 'lapiz rojo', ['lapiz: inflected lapices', 'rojo:']],
    ['animaux and animal', ['Animal'], 'animaux rouge', ['animaux: inflected animal', 'rouge:']],
    ['animal and animaux', ['Animaux'], 'animal rouge', ['animal: inflected animaux', 'rouge:']],
    [
      'endings can be switched off',
      ['Schuhe'],
      'schuh rot',
      ['schuh: corrected schuhe', 'rot:'],
      { without: ['inflections'] },
    ],
  ],
  'prefix completion': [
    ['the last word may be a prefix', ['Kettles', 'Ketchup'], 'red ke', ['red:', 'ke: prefix ketchup, prefix kettles']],
    ['no other word', ['Kettle'], 'ke red', ['ke:', 'red:']],
    ['one letter is not completed', ['Kettle'], 'red k', ['red:', 'k:']],
    ['a word that the catalogue has is not completed', ['Cap', 'Captain'], 'red cap', ['red:', 'cap: cap']],
    ['a completed word is not corrected', ['Headphones', 'Headphi'], 'headpho', ['headpho: prefix headphones']],
    [
      'another known ending does not prevent completion',
      ['Schuhe', 'Schuhputz'],
      'schuh',
      ['schuh: inflected schuhe, prefix schuhputz'],
    ],
  ],
  corrections: [
    ['one letter', ['Desk'], 'desl red', ['desl: corrected desk', 'red:']],
    ['not in three letters', ['Cup'], 'cuo red', ['cuo:', 'red:']],
    ['two letters in a word of eight', ['Umbrella'], 'umbtrlla red', ['umbtrlla: corrected umbrella', 'red:']],
    ['never three', ['Umbrella'], 'uxbtrlla red', ['uxbtrlla:', 'red:']],
    ['not in one of seven', ['Blanket'], 'blqmket red', ['blqmket:', 'red:']],
    ['a word that the catalogue has is not corrected', ['Desk', 'Desl'], 'desl red', ['desl: desl', 'red:']],
    ['nor one with another ending', ['Schuhe', 'Schuk'], 'schuh rot', ['schuh: inflected schuhe', 'rot:']],
    ['corrections can be switched off', ['Desk'], 'desl red', ['desl:', 'red:'], { without: ['spelling'] }],
  ],
  synonyms: [
    [
      'a synonym weighs less than the word as typed',
      ['Sofa', 'Couch'],
      'red sofa',
      ['red:', 'sofa: sofa, synonym couch'],
      { synonyms: 'sofa, couch' },
    ],
    [
      'for each word of a phrase, and no other',
      ['Board'],
      'new stand up paddle surf wave rider big',
      [
        'new:',
        'stand: synonym board',
        'up: synonym board',
        'paddle: synonym board',
        'surf: synonym board',
        'wave: synonym board',
        'rider: synonym board',
        'big:',
      ],
      { synonyms: 'stand up paddle surf wave rider => board' },
    ],
    [
      'a synonym of several words needs all of them',
      ['Hooded', 'Vacuum', 'Vacuum cleaner'],
      'hoover hoodie x',
      ['hoover: synonym vacuum cleaner', 'hoodie:', 'x:'],
      { synonyms: 'hoover => vacuum cleaner\nhoodie => hooded sweatshirt' },
    ],
    [
      'synonyms can be switched off',
      ['Couch'],
      'sofa x',
      ['sofa:', 'x:'],
      { synonyms: 'sofa, couch', without: ['synonyms'] },
    ],
  ],
  negation: [
    [
      'a negated word matches products that state they lack it',
      ['Knife block'],
      'knife without block',
      ['knife: knife', '(block): negated !block'],
    ],
    [
      'in any of its spellings',
      ['Nonstick pan', 'Sugarfree', 'Wireless'],
      'pan no stick no sugar no wire',
      [
        'pan: pan',
        '(stick): negated !stick, negated nonstick',
        '(sugar): negated !sugar, negated sugarfree',
        '(wire): negated !wire, negated wireless',
      ],
    ],
    [
      'free negates the word before it',
      ['Candy'],
      'big sugar free candy',
      ['big:', '(sugar): negated !sugar', 'candy: candy'],
    ],
    ['no negates one word', ['Candy'], 'no sugar candy', ['(sugar): negated !sugar', 'candy: candy']],
    ['free before a word is not a negation', ['Free cup'], 'get free cup', ['get:', 'free: free', 'cup: cup']],
    ['a query of negations alone is taken literally', ['Sugar'], 'no sugar', ['no:', 'sugar: sugar']],
    ['unless a product states it lacks the word', ['Candy, no sugar'], 'no sugar', ['(sugar): negated !sugar']],
    ['in any spelling', ['Nonstick pan'], 'no stick', ['(stick): negated !stick, negated nonstick']],
    [
      'by one of its words',
      ['Candy, no salt'],
      'no sugar no salt',
      ['(sugar): negated !sugar', '(salt): negated !salt'],
    ],
    [
      'negations can be switched off',
      ['Knife block'],
      'knife without block',
      ['knife: knife', 'without:', 'block: block'],
      { without: ['negation'] },
    ],
  ],
};

for (const [group, cases] of Object.entries(CASES)) {
  describe(group, () => {
    for (const [says, names, query, slots, options] of cases) {
      test(says, () => {
        const interpretation = interpret(names, query, options);
        assert.deepEqual(written(interpretation), slots);
        for (const { why, weight } of interpretation.slots.flatMap(({ alternatives }) => alternatives)) {
          assert.ok(why === 'typed' || why === 'joined' ? weight <= 1 : weight < 1, `${why} counts ${weight}`);
        }
      });
    }
  });
}

test('a stop word weighs less beside other words, and fully on its own', () => {
  const weightOf = (query: string, word: string) =>
    interpret(['The kettle'], query).slots.find((slot) => slot.word === word)!.alternatives[0]!.weight;
  assert.equal(weightOf('kettle', 'kettle'), 1);
  assert.equal(weightOf('the kettle', 'kettle'), 1);
  assert.ok(weightOf('the kettle', 'the') < 1);
  assert.equal(weightOf('the', 'the'), 1);
});

test('only corrected words are reported as corrections', () => {
  const { corrections } = interpret(['Desk lamp', 'Schuhe'], 'desl lamp schuh');
  assert.deepEqual([...corrections], [['desl', 'desk']]);
});

test('unwanted words are returned as terms', () => {
  const { unwanted } = interpret(['Knife', 'Block'], 'knife no cases without blocks');
  assert.deepEqual(unwanted, ['cas', 'block']);
  assert.deepEqual(interpret(['Knife'], 'knife set').unwanted, []);
});

test('the name is every word of the query in order, including repeats and negations', () => {
  assert.deepEqual(interpret([], 'No knife, no knives').name, ['no', 'knife', 'no', 'knive']);
  assert.deepEqual(interpret([], 'knife', { without: ['exact_name'] }).name, []);
});

test('only the first 64 words of a query count', () => {
  const words = Array.from({ length: 70 }, (_, i) => `w${i}x`);
  const slots = interpret([], words.join(' ')).slots.map(({ word }) => word);
  assert.deepEqual(slots, words.slice(0, 64));
});

describe('identifiers', () => {
  const identifiersOf = (query: string) =>
    interpret(['Cup'], query).identifiers.map(({ identity, words }) => {
      assert.equal(words.join(''), identity);
      return words.join(' ');
    });
  const cases: [says: string, query: string, identifiers: string[]][] = [
    ['a word with a digit, of four signs', 'toner tn21 ab1', ['toner tn21', 'toner tn21 ab1', 'tn21', 'tn21 ab1']],
    ['words without a digit are not identifiers', 'toner black', []],
    ['a short one only as the whole query', '5s', ['5s']],
    ['a short one of two words as the whole query', 'a 1', ['a 1']],
    ['not with a negated word', 'cup no tn21 ab12', ['ab12']],
    ['at most four words in sequence', 'a 1 b 2 c', ['a 1 b 2', '1 b 2 c']],
  ];
  for (const [says, query, identifiers] of cases) {
    test(says, () => assert.deepEqual(identifiersOf(query), identifiers));
  }
});

/** Few letters, so that words are often close to each other, prefixes of each other or compounds. */
const closeWord = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 's'), minLength: 3, maxLength: 9 });
/** The word with a digit inserted, or in place of a letter. */
const withDigit = (word: string) =>
  fc
    .tuple(fc.nat(word.length), fc.constantFrom('1', '2'), fc.nat(1))
    .map(([at, digit, more]) => word.slice(0, at) + digit + word.slice(at + more));

test('a word with a digit is only taken literally, joined with its neighbour or completed', () => {
  const catalogue = fc
    .array(closeWord, { minLength: 1, maxLength: 8 })
    .chain((words) => fc.tuple(fc.constant(words), ...words.map(withDigit)))
    .chain(([words, ...models]) => fc.tuple(fc.constant([...words, ...models]), withDigit(words[0]!)));
  fc.assert(
    fc.property(catalogue, closeWord, fc.boolean(), ([names, model], other, isLast) => {
      const words = isLast ? [other, model] : [model, other];
      const { slots, corrections } = interpret(names, words.join(' '));
      assert.equal(corrections.get(model), undefined);
      for (const { why, text } of slots.find(({ word }) => word === model)!.alternatives) {
        if (why === 'joined') assert.equal(text, words.join(''));
        else assert.ok(why === 'typed' ? text === model : why === 'prefix' && text.startsWith(model), `${why} ${text}`);
      }
      // Nor is a word corrected to one with a digit.
      for (const correction of corrections.values()) assert.doesNotMatch(correction, /\d/);
    }),
    { numRuns: 300 },
  );
});

test('a negated word is never joined with its neighbours', () => {
  const words = ['fire', 'stick', 'tv', 'box'];
  const lexicon = lexiconOf(['case', ...words, ...words.flatMap((a) => words.map((b) => a + b))]);
  const part = fc.tuple(fc.constantFrom(...words), fc.constantFrom('wanted', 'no', 'free'));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const query = parts.flatMap(([word, how]) =>
        how === 'no' ? ['no', word] : how === 'free' ? [word, 'free'] : [word],
      );
      const { slots } = interpretQuery(`case ${query.join(' ')}`, lexicon, () => [], new Set());
      const joined = slots.flatMap(({ alternatives }) => alternatives).filter(({ why }) => why === 'joined');
      const pairs = parts.flatMap(([word, how], i) => {
        const [next, nextHow] = parts[i + 1] ?? [];
        return how === 'wanted' && nextHow === 'wanted' ? [word + next] : [];
      });
      for (const { text } of joined) assert.ok(pairs.includes(text), text);
    }),
    { numRuns: 200 },
  );
});
