// Synonyms: parsing, expansion, and the built-in list.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { wordsOf } from './analyse.ts';
import { builtInSynonyms } from './built-in-synonyms.ts';
import { buildSynonyms, formatGroup, keyOf, parseGroup, parseSynonyms, phraseOf, SynonymError } from './synonyms.ts';

/** Every expansion of a query, as text: `position+length: alternatives`. */
function readings(list: string, query: string): string[] {
  const synonyms = buildSynonyms(parseSynonyms(list));
  const words = wordsOf(query);
  return words.flatMap((_, at) =>
    synonyms
      .expand(words, at)
      .map(
        ({ length, alternatives }) => `${at}+${length}: ${alternatives.map((others) => others.join(' ')).join(', ')}`,
      ),
  );
}

describe('a list', () => {
  test('has one group per line; comments and empty lines are skipped', () => {
    const list = '# seats\n\n sofa ,  couch\r\n  # and clothes\nhoodie => hooded   sweatshirt, hooded jumper\n';
    assert.deepEqual(parseSynonyms(list), [
      { inputs: ['sofa', 'couch'], outputs: ['sofa', 'couch'] },
      { inputs: ['hoodie'], outputs: ['hooded sweatshirt', 'hooded jumper'] },
    ]);
  });

  const faults: [string, RegExp][] = [
    ['sofa', /^line 2: a group has at least two members/],
    ['sofa, , couch', /^line 2: a member is empty$/],
    ['sofa =>', /^line 2: a member is empty$/],
    ['sofa => couch => settee', /^line 2: a group has at most one =>$/],
    ['sofa, !!!', /^line 2: "!!!" has no letters or digits$/],
    ['sofa, Sofas', /^line 2: "sofa" and "Sofas" are the same in a search$/],
    ['sofa => couch, sofa', /^line 2: "sofa" and "sofa" are the same in a search$/],
    ['sofa, one two three four five six seven', /^line 2: .* has more than 6 words$/],
    [`sofa, ${'x'.repeat(101)}`, /^line 2: a member has more than 100 characters$/],
    [Array.from({ length: 31 }, (_, i) => `w${i}`).join(), /^line 2: a group has at most 30 members$/],
    ['TORCH, flashlight\ntorch, lamp\nflashlight, torch', /^line 4: the same group is on line 2$/],
  ];
  for (const [lines, message] of faults) {
    test(`with an error is refused with its line: ${lines.slice(0, 40).replaceAll('\n', ' / ')}`, () => {
      assert.throws(
        () => parseSynonyms(`# list\n${lines}`),
        (error: unknown) => error instanceof SynonymError && message.test(error.message),
      );
    });
  }

  test('is formatted as it is parsed', () => {
    for (const line of ['sofa, couch, settee', 'hoodie, hoody top => hooded sweatshirt', 'téléphone, portable']) {
      assert.equal(formatGroup(parseGroup(line)), line);
    }
  });

  test('identifies a group regardless of order and case, but not of direction', () => {
    const key = (line: string) => keyOf(parseGroup(line));
    assert.equal(key('Sofa, couch'), key('COUCH,   sofa'));
    assert.equal(key('télé, in-ear'), key('in ear, Tele'));
    assert.equal(key('a => b, c'), key('A => C, B'));
    assert.equal(new Set(['a, b', 'a => b', 'b => a', 'a, b, c', 'a b, c'].map(key)).size, 5);
  });
});

describe('a query', () => {
  test('finds the other members of a group, regardless of case, accents and plurals', () => {
    assert.deepEqual(readings('sofa, couch, settee', 'red SOFAS'), ['1+1: couch, settee']);
    assert.deepEqual(readings('móvil, celular', 'Movil barato'), ['0+1: celular']);
  });

  test('finds members of several words, and the shorter ones that start at the same word', () => {
    const list = 'mobile phone, cell phone, smartphone\nmobile, pendant';
    assert.deepEqual(readings(list, 'case for mobile phones'), ['2+2: cell phone, smartphone', '2+1: pendant']);
    assert.deepEqual(readings(list, 'phone mobile'), ['1+1: pendant'], 'the order of words counts');
  });

  test('is expanded in one direction if the list says so', () => {
    const list = 'hoodie, hoody top => hooded sweatshirt';
    assert.deepEqual(readings(list, 'hoodie'), ['0+1: hooded sweatshirt']);
    assert.deepEqual(readings(list, 'hooded sweatshirt'), []);
  });

  test('finds the members of all groups of a word once, and not their synonyms in turn', () => {
    const list = 'sofa, couch\nsofa, settee, couches\nsettee, bench';
    assert.deepEqual(readings(list, 'sofa'), ['0+1: couches, settee']);
  });

  test('is not expanded to what it finds already', () => {
    const list = 'laptop, laptop computer';
    assert.deepEqual(readings(list, 'laptop'), []);
    assert.deepEqual(readings(list, 'laptop computer'), ['0+2: laptop']);
  });

  test('without synonyms is not expanded', () => {
    assert.deepEqual(readings('', 'sofa'), []);
    assert.deepEqual(readings('sofa, couch', ''), []);
    assert.deepEqual(buildSynonyms([]).expand(['sofa'], 7), []);
  });
});

test('expansion is symmetric in symmetric groups and never returns the same words', () => {
  const member = fc.array(fc.constantFrom('a', 'b', 'cs', 'd', 'é', 'ties'), { minLength: 1, maxLength: 3 });
  const group = fc.uniqueArray(member, { minLength: 2, maxLength: 4, selector: phraseOf });
  fc.assert(
    fc.property(fc.array(group, { maxLength: 5 }), (groups) => {
      const list = groups.map((members) => members.map((words) => words.join(' ')).join(', '));
      const synonyms = buildSynonyms(list.map(parseGroup));
      const others = (words: string[]) =>
        synonyms.expand(words, 0).find(({ length }) => length === words.length)?.alternatives ?? [];
      const holds = (text: string[], part: string[]) => ` ${phraseOf(text)} `.includes(` ${phraseOf(part)} `);
      for (const words of groups.flat().map((given) => wordsOf(given.join(' ')))) {
        const found = others(words);
        assert.equal(new Set(found.map(phraseOf)).size, found.length);
        for (const other of found) {
          assert.ok(!holds(other, words));
          assert.ok(holds(words, other) || others(other).some((back) => phraseOf(back) === phraseOf(words)));
        }
      }
    }),
  );
});

describe('the list that comes with the service', () => {
  const groups = builtInSynonyms();
  const synonyms = buildSynonyms(groups);
  const finds = (query: string) => {
    const words = wordsOf(query);
    const whole = synonyms.expand(words, 0).find(({ length }) => length === words.length);
    return whole?.alternatives.map((others) => others.join(' ')) ?? [];
  };

  test('has no rule without an effect', () => {
    for (const group of groups) {
      const alone = buildSynonyms([group]);
      const isOfUse = group.inputs.map(wordsOf).some((words) => alone.expand(words, 0).length > 0);
      assert.ok(isOfUse, formatGroup(group));
    }
  });

  const known: [string, string][] = [
    ['trainers', 'sneakers'],
    ['diapers', 'nappy'],
    ['flashlight', 'torch'],
    ['cell phone', 'smartphone'],
    ['refrigerator', 'fridge'],
    ['colour', 'color'],
    ['knives', 'knife'],
    ['Handy', 'smartphone'],
    ['Geschirrspüler', 'spulmaschine'],
    ['machine à laver', 'lave linge'],
    ['ordenador', 'computadora'],
  ];
  for (const [query, other] of known) {
    test(`finds ${other} for ${query}`, () => assert.ok(finds(query).includes(other), finds(query).join()));
  }

  // Words of one language or trade that mean something else in another.
  for (const word of ['basket', 'notebook', 'portable', 'shoe', 'hose', 'processor', 'shades']) {
    test(`does not expand ${word}`, () => assert.deepEqual(finds(word), []));
  }
  for (const word of ['basket', 'notebook', 'crisp', 'hoover', 'polar']) {
    test(`never finds ${word}`, () => {
      assert.ok(!groups.some(({ outputs }) => outputs.some((member) => phraseOf(wordsOf(member)) === word)));
    });
  }
});
