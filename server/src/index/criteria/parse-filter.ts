// What criteria and exclusions mean, for every engine. A negative operator is the negation of its positive one, `||`
// separates alternatives, and a missing value fails every positive test.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { toAmount } from '../../product/amount.ts';
import { ANY_FIELDS } from '../../product/text-fields.ts';
import { wordsOf } from '../../text/analyse.ts';
import { foldText } from '../../text/fold-text.ts';
import type { TextField } from './field-kinds.ts';
import type { FlagField, NumberField } from './product-values.ts';

/** Holds if a value of one of the fields equals one of the alternatives, or contains all words of one (`like`). */
export interface TextCriterion {
  fields: readonly TextField[];
  isLike: boolean;
  /** A negative criterion holds for the complement. */
  isPositive: boolean;
  /** Folded and distinct. None if the value was blank: nothing matches. */
  alternatives: readonly string[];
}

/** Holds if the number is in an inclusive range. */
export interface NumberCriterion {
  field: NumberField;
  range: readonly [low: number, high: number];
  isPositive: boolean;
}

/** Holds if the flag has the value. An unknown flag has neither. */
export interface FlagCriterion {
  field: FlagField;
  value: boolean;
}

/** All must hold. */
export interface ParsedFilter {
  texts: readonly TextCriterion[];
  numbers: readonly NumberCriterion[];
  flags: readonly FlagCriterion[];
  /** Excludes products that have, in one of `EXCLUSION_FIELDS`, words that start with all words of one of these. */
  exclusions: readonly (readonly string[])[];
}

export const EXCLUSION_FIELDS: readonly TextField[] = ['name', 'description', 'brand'];

export const parseFilter = (criteria: readonly Criterion[], exclude: readonly string[]): ParsedFilter => ({
  texts: parseTexts(criteria),
  numbers: distinct(criteria.filter(({ value }) => typeof value === 'number').map(parseNumber)),
  flags: distinct(
    criteria.flatMap(({ field, value }) => (typeof value === 'boolean' ? [{ field: field as FlagField, value }] : [])),
  ),
  exclusions: exclude.flatMap((text) => text.split('||').map(wordsOf)).filter((words) => words.length > 0),
});

const distinct = <T>(criteria: readonly T[]): T[] => [
  ...new Map(criteria.map((criterion) => [JSON.stringify(criterion), criterion])).values(),
];

/** Criterion fields that cover several product fields; every other one covers the field of its own name. */
const FIELD_GROUPS: Record<string, readonly TextField[]> = {
  any: ANY_FIELDS,
  'name||description||brand': ['name', 'description', 'brand'],
};

/** Merges equal criteria, and negative criteria on the same field: NOT a AND NOT b is NOT (a OR b). */
function parseTexts(criteria: readonly Criterion[]): TextCriterion[] {
  const merged = new Map<string, { field: string; operator: string; alternatives: Set<string> }>();
  for (const { field, operator, value } of criteria) {
    if (typeof value !== 'string') continue;
    const alternatives = value.split('||').map(foldText).filter(Boolean);
    const key = isPositive(operator) ? [field, operator, ...alternatives].join('||') : `${field} ${operator}`;
    const known = merged.get(key);
    if (known) for (const alternative of alternatives) known.alternatives.add(alternative);
    else merged.set(key, { field, operator, alternatives: new Set(alternatives) });
  }
  return Array.from(merged.values(), ({ field, operator, alternatives }) => ({
    fields: FIELD_GROUPS[field] ?? [field as TextField],
    isLike: operator.endsWith('like'),
    isPositive: isPositive(operator),
    alternatives: [...alternatives],
  }));
}

const isPositive = (operator: string): boolean => operator === '=' || operator === 'like';

function parseNumber({ field, operator, value }: Criterion): NumberCriterion {
  const number = value as number;
  const operand = field === 'stock_quantity' ? number : (toAmount(number) ?? number * 10_000);
  return { field: field as NumberField, range: rangeOf(operator, operand), isPositive: operator !== '!=' };
}

/** Numbers of products are integers; the criterion's value may not be one. */
function rangeOf(operator: Criterion['operator'], operand: number): readonly [number, number] {
  if (operator === '<') return [-Number.MAX_VALUE, Math.ceil(operand) - 1];
  if (operator === '<=') return [-Number.MAX_VALUE, operand];
  if (operator === '>') return [Math.floor(operand) + 1, Number.MAX_VALUE];
  if (operator === '>=') return [operand, Number.MAX_VALUE];
  return [operand, operand];
}
