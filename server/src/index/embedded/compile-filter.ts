// Criteria and exclusions as one test of a product. The rules are those of the wire: a negative operator is exactly NOT of
// its positive one, `||` separates alternatives, a field that is lacking fails every positive test.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { toAmount } from '../../product/amount.ts';
import { wordsOf } from '../../text/analyse.ts';
import { foldText } from '../../text/fold-text.ts';
import { COMPARISONS, type FilterFields, type NumberField, placeOf, type TextField } from './filter-fields.ts';

type Test = (product: FilterFields) => boolean;

/** The fields that a kind looks at; other text kinds look at the field of their own name. */
const LOOKED_AT: Record<string, TextField[]> = {
  any: [
    'name',
    'description',
    'brand',
    'category',
    'tags',
    'subtitle',
    'model',
    'manufacturer',
    'id',
    'barcode',
    'sku',
    'mpn',
    'asin',
  ],
  'name||description||brand': ['name', 'description', 'brand'],
};

export function compileFilter(criteria: readonly Criterion[], exclude: readonly string[]): Test {
  const tests = [...criteria.map(testOf), ...exclude.flatMap(exclusionOf)];
  return (product) => {
    for (const test of tests) if (!test(product)) return false;
    return true;
  };
}

function testOf({ field, operator, value }: Criterion): Test {
  if (field === 'on_sale' || field === 'in_stock') return (product) => product[field] === value;
  if (typeof value === 'number') return numberTest(field as NumberField, operator, value);
  const fields = LOOKED_AT[field] ?? [field as TextField];
  const tests = fields.map((looked) => textTest(looked, operator.endsWith('like'), value as string));
  const isPositive = operator === '=' || operator === 'like';
  const [only] = tests;
  if (tests.length === 1 && only) return isPositive ? only : (product) => !only(product);
  return (product) => tests.some((test) => test(product)) === isPositive;
}

function numberTest(field: NumberField, operator: Criterion['operator'], value: number): Test {
  const wanted = field === 'stock_quantity' ? value : (toAmount(value) ?? value * 10_000);
  const compare = COMPARE[operator as keyof typeof COMPARE];
  return ({ numbers }) => {
    const held = numbers[field];
    return held === undefined ? operator === '!=' : compare(held, wanted);
  };
}

const COMPARE = {
  '=': (a: number, b: number) => a === b,
  '!=': (a: number, b: number) => a !== b,
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
};

/** Whether some value of the field equals, or holds the words of, some alternative. */
function textTest(field: TextField, isLike: boolean, value: string): Test {
  const alternatives = value.split('||').map(foldText).filter(Boolean);
  const matches = isLike ? likeOf(field, alternatives) : equalsOf(field, alternatives);
  const place = placeOf(field);
  // Most fields repeat their values over and over: each is judged once per search.
  const judged = new Map<string, boolean>();
  const judge = (held: string) => {
    let verdict = judged.get(held);
    if (verdict === undefined) {
      verdict = matches(held);
      if (held.length < 100) judged.set(held, verdict);
    }
    return verdict;
  };
  return ({ texts }) => {
    const held = texts[place];
    if (typeof held === 'string') return judge(held);
    return held?.some(judge) ?? false;
  };
}

function equalsOf(field: TextField, alternatives: string[]): (held: string) => boolean {
  const whole = COMPARISONS[field]?.whole ?? ((folded: string) => folded);
  const wanted = new Set(alternatives.map(whole));
  if (field !== 'category') return (held) => wanted.has(whole(held));
  return (held) => wanted.has(whole(held)) || held.split('>').some((level) => wanted.has(level.trim()));
}

/** A word has no white space in it, so where it stands in the text it stands inside one of the text's words. */
function likeOf(field: TextField, alternatives: string[]): (held: string) => boolean {
  const inside = COMPARISONS[field]?.inside ?? ((folded: string) => folded);
  const canonical = field === 'gender' || field === 'country' ? equalsOf(field, alternatives) : () => false;
  const wanted = alternatives.map((alternative) => alternative.split(' ').map(inside));
  return (held) => {
    const text = inside(held);
    return wanted.some((words) => words.every((word) => text.includes(word))) || canonical(held);
  };
}

/** Leaves out a product one of whose three texts has every word, as a word or the beginning of one. */
function exclusionOf(text: string): Test[] {
  const alternatives = text
    .split('||')
    .map(wordsOf)
    .filter((words) => words.length > 0);
  const holds = (words: string[], spaced: string) => words.every((word) => spaced.includes(` ${word}`));
  const isExcluded: Test = ({ texts }) =>
    (['name', 'description', 'brand'] as const).some((field) => {
      const held = texts[placeOf(field)] as string | undefined;
      if (held === undefined) return false;
      const spaced = ` ${wordsOf(held).join(' ')}`;
      return alternatives.some((words) => holds(words, spaced));
    });
  return alternatives.length === 0 ? [] : [(product) => !isExcluded(product)];
}
