// Translates a filter into clauses of a bool query. There must be few: OpenSearch refuses a query of more than 1,024, and a
// search may have 2,000 alternatives. So alternatives are joined into one set of terms or one pattern.
import { rulesOf } from '../../product/text-fields.ts';
import { isFullText, type TextField } from '../criteria/field-kinds.ts';
import { canonicalForm } from '../criteria/match-text.ts';
import {
  EXCLUSION_FIELDS,
  type NumberCriterion,
  type ParsedFilter,
  type TextCriterion,
} from '../criteria/parse-filter.ts';
import { exclusionField, likeField } from './mapping.ts';
import { keywordOf, valueTerm } from './value-terms.ts';

export interface FilterQuery {
  /** All must match. */
  filter: object[];
  /** None may match. */
  must_not: object[];
}

export function filterQuery({ texts, numbers, flags, exclusions }: ParsedFilter): FilterQuery {
  const query: FilterQuery = { filter: [], must_not: exclusionClauses(exclusions) };
  const add = (isPositive: boolean, clauses: object[]) => {
    if (isPositive) query.filter.push(anyOf(clauses));
    else query.must_not.push(...clauses);
  };
  for (const criterion of texts) add(criterion.isPositive, textClauses(criterion));
  for (const criterion of numbers) add(criterion.isPositive, [rangeClause(criterion)]);
  for (const { field, value } of flags) add(true, [{ term: { [field]: value } }]);
  return query;
}

const anyOf = (clauses: object[]): object => (clauses.length === 1 ? clauses[0]! : { bool: { should: clauses } });
const allOf = (clauses: object[]): object => (clauses.length === 1 ? clauses[0]! : { bool: { filter: clauses } });

/** A product matches the criterion, taken as a positive one, if it matches one of the clauses. */
function textClauses({ fields, isLike, alternatives }: TextCriterion): object[] {
  if (alternatives.length === 0) return [{ match_none: {} }];
  if (!isLike) return [equalClause(fields, alternatives)];
  const aliased = fields.filter((field) => rulesOf(field).has_aliases);
  const like = targetsOf(fields).flatMap((target) => likeClauses(target, alternatives));
  return aliased.length === 0 ? like : [...like, equalClause(aliased, alternatives)];
}

const equalClause = (fields: readonly TextField[], alternatives: readonly string[]): object => {
  const terms = fields.flatMap((field) =>
    alternatives.map((alternative) => valueTerm(field, keywordOf(canonicalForm(field, alternative)))),
  );
  return { terms: { e: [...new Set(terms)] } };
};

/** A field of the index, the product fields in it that `like` compares, and the canonical form of their values. */
interface LikeTarget {
  path: string;
  /** None for a field of the index that has only one. */
  fields: readonly TextField[];
  inside: ((folded: string) => string) | undefined;
}

/** Each full text is a field of the index; the values of all other fields are in one. */
function targetsOf(fields: readonly TextField[]): LikeTarget[] {
  const targets = fields
    .filter(isFullText)
    .map((field): LikeTarget => ({ path: likeField(field), fields: [], inside: undefined }));
  const byForm = Map.groupBy(
    fields.filter((field) => !isFullText(field)),
    (field) => rulesOf(field).inside,
  );
  for (const [inside, group] of byForm) targets.push({ path: 'l', fields: group, inside });
  return targets;
}

function likeClauses(target: LikeTarget, alternatives: readonly string[]): object[] {
  const { inside = (folded: string) => folded } = target;
  const words = alternatives.map((alternative) => outermost(alternative.split(' ').map(inside)));
  const single = words.filter(({ length }) => length === 1).map(([word]) => word!);
  const several = words.filter(({ length }) => length > 1);
  return [
    ...patternsOf(single).map((pattern) => valuePattern(target, pattern)),
    ...several.flatMap((all) => allWordsClauses(target, all)),
  ];
}

/** Longest first, without words that are part of another one. */
const outermost = (words: readonly string[]): string[] =>
  [...new Set(words)]
    .filter((word, _, distinct) => !distinct.some((other) => other !== word && other.includes(word)))
    .sort((a, b) => b.length - a.length);

/** An automaton for words in any order doubles with each word. */
const MAX_INTERSECTED = 5;

/** All words in one value. A product has one value of a field, except of a list. */
function allWordsClauses(target: LikeTarget, words: readonly string[]): object[] {
  const contains = (word: string) => `.*${literal(word)}.*`;
  // A pattern for each word is the cheapest, where the words cannot be in different values.
  const [field, ...others] = target.fields;
  if (!field || (others.length === 0 && !rulesOf(field).is_list))
    return [allOf(words.map((word) => valuePattern(target, contains(word))))];
  const first = words.slice(0, MAX_INTERSECTED).map(contains);
  const rest = words.slice(MAX_INTERSECTED).map(contains);
  const intersection = `(${first.join('&')})`;
  if (rest.length === 0) return [valuePattern(target, intersection)];
  return target.fields.map((field) => {
    // Of a list, the words beyond the limit may be in another item than the first ones.
    const patterns = rulesOf(field).is_list ? [intersection, ...rest] : [...first, ...rest];
    return allOf(patterns.map((pattern) => valuePattern({ ...target, fields: [field] }, pattern)));
  });
}

/** Limits the size of an automaton. */
const MAX_PATTERN_CHARACTERS = 4000;

/** Patterns of texts that contain one of the words. */
function patternsOf(words: readonly string[]): string[] {
  // The empty word is inside every value.
  if (words.includes('')) return ['.*'];
  return joined(words).map((any) => `.*${any}.*`);
}

/** Patterns of alternatives, as few as their length permits. */
function joined(words: readonly string[]): string[] {
  const patterns: string[][] = [];
  let length = MAX_PATTERN_CHARACTERS;
  for (const word of new Set(words)) {
    length += word.length;
    if (length > MAX_PATTERN_CHARACTERS) length = patterns.push([]) && word.length;
    patterns.at(-1)!.push(literal(word));
  }
  return patterns.map((alternatives) => `(${alternatives.join('|')})`);
}

const valuePattern = ({ path, fields }: LikeTarget, pattern: string): object =>
  regexp(
    path,
    fields.length === 0 ? pattern : `(${fields.map((field) => literal(valueTerm(field, ''))).join('|')})${pattern}`,
  );

/** What Lucene may spend on an automaton, some 0.5 s; it refuses more. A word of 1,000 equal letters needs less. */
const MAX_AUTOMATON_WORK = 250_000;

const regexp = (path: string, value: string): object => ({
  regexp: { [path]: { value, flags: 'INTERSECTION', max_determinized_states: MAX_AUTOMATON_WORK } },
});

const literal = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&');

function exclusionClauses(exclusions: ParsedFilter['exclusions']): object[] {
  const single = joined(exclusions.filter(({ length }) => length === 1).map(([word]) => word!));
  const several = exclusions.filter(({ length }) => length > 1);
  return EXCLUSION_FIELDS.map(exclusionField).flatMap((path) => [
    ...single.map((any) => regexp(path, `${any}.*`)),
    ...several.map((words) => allOf(words.map((word) => ({ prefix: { [path]: word } })))),
  ]);
}

/** Numbers of products are integers and far below this. */
const MAX_LONG = 2 ** 62;

function rangeClause({ field, range: [low, high] }: NumberCriterion): object {
  const clamp = (number: number) => Math.max(-MAX_LONG, Math.min(MAX_LONG, number));
  return { range: { [field]: { gte: clamp(Math.ceil(low)), lte: clamp(Math.floor(high)) } } };
}
