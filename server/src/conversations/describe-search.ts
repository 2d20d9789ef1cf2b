// Describes a search in words: "black running shoes under $60".
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { OPERATOR_TEXTS } from '../language/english-replies.ts';
import { stem, wordsOf } from '../text/analyse.ts';
import { list, quoted } from '../text/list-words.ts';
import { nounInNumber } from '../text/noun-in-number.ts';
import { isThing } from '../vocabulary/synonym-words.ts';
import type { ValueField, Vocabulary } from '../vocabulary/vocabulary.ts';
import type { ChatState } from './chat-state.ts';
import { LIMITS, VALUES } from './filters.ts';

/** Without exclusions. Counted products are named in singular or plural. */
export function describeSearch(state: ChatState, vocabulary: Vocabulary, count?: number): string {
  const { wanted } = state;
  const said = (field: ValueField) => list((wanted[field] ?? []).map(VALUES[field].text), 'or');
  const before = (['condition', 'color', 'gender', 'brand', 'material'] as const).map(said).filter(Boolean);
  const subject = state.similar_to
    ? `${count === 1 ? 'product' : 'products'} like ${state.similar_to.name}`
    : nounPhrase(state, vocabulary, count);
  const limits = [
    wanted.size ? `in size ${list(wanted.size, 'or')}` : '',
    wanted['merchant.name'] ? `from ${list(wanted['merchant.name'], 'or')}` : '',
    ...Object.values(LIMITS).map(({ text }) => text(state)),
    ...(state.criteria ?? []).map(criterionText),
  ].filter(Boolean);
  // A comma marks the end of a product name.
  const limited = [subject, limits.join(', ')].filter(Boolean).join(state.similar_to ? ', ' : ' ');
  return [...before, limited].join(' ');
}

/** What is left out: "Nike, boots and those that mention "small parts""; empty if nothing is. */
export function describeExclusions({ unwanted, unwanted_words }: ChatState, vocabulary: Vocabulary): string {
  // "boots" are things, and "in-ear" is a word.
  const { things = [], others = [] } = Object.groupBy(unwanted_words, (phrase) => {
    const last = wordsOf(phrase).at(-1) ?? '';
    return stem(last) !== last && vocabulary.isNoun(last) ? 'things' : 'others';
  });
  const mentions = others.length > 0 ? [`those that mention ${quoted(others, 'or')}`] : [];
  return list([...Object.values(unwanted).flat(), ...things, ...mentions], 'and');
}

const inWords = (field: string) => field.replaceAll('||', ' or ').replaceAll(/[._]/g, ' ');

export const criterionText = ({ field, operator, value }: Criterion): string =>
  `${inWords(field)} ${OPERATOR_TEXTS[operator]} ${String(value).replaceAll('||', ' or ')}`;

/**
 * Puts the noun into singular or plural; in "jacket with hood" that is the jacket. Counted products are named by a noun
 * of the catalogue, else they are "products for …": a cushion that mentions a sofa is not a sofa.
 */
function nounPhrase({ words, head = '' }: ChatState, vocabulary: Vocabulary, count?: number): string {
  const products = count === 1 ? 'product' : 'products';
  if (words === '' || /^(?:for|with|without) /.test(words)) return `${products} ${words}`.trim();
  // A plural of names is a noun, even if the catalogue lacks the singular.
  const isName = (word: string) => isThing(word, vocabulary) || (stem(word) !== word && vocabulary.knows(word));
  const parts = /^(.*?)((?: (?:for|with|without) .*)?)$/.exec(words)!;
  const main = parts[1]!.split(' ');
  if (count !== undefined && !wordsOf(parts[1]!).some(isName)) return `${products} for "${words}"`;
  const named = main.findLastIndex((word) => stem(word) === stem(head));
  const last = named >= 0 ? named : main.findLastIndex((word) => isName(wordsOf(word).at(-1) ?? ''));
  const said = main.map((word, i) => (i === last || main[i + 1] === 'or' ? nounInNumber(word, count ?? 2) : word));
  return said.join(' ') + parts[2]!;
}
