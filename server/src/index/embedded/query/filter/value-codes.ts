// Codes of the values in a column that match a criterion, by lookup instead of testing every value.
import { rulesOf } from '../../../../product/text-fields.ts';
import type { CodedField } from '../../../criteria/field-kinds.ts';
import { canonicalForm, canonicalForms, isLiteral, likeMatcher } from '../../../criteria/match-text.ts';
import type { StringTable } from '../../../dictionary/string-table.ts';
import type { WorkBudget } from '../../../work-budget.ts';
import type { Segment } from '../../format/segment.ts';
import type { WordFinder } from './alternatives.ts';

/** Above this number of values, a lookup table takes too much memory. */
const MAX_VALUES = 50_000;
/** Bytes scanned per work unit, and work units per value found. */
export const SCANNED_PER_UNIT = 4;
const VALUE_COST = 500;
/** Columns with aliases are scanned value by value up to this size. */
const MAX_SCANNED_VALUES = 100;
/** Maximum number of matching values. */
const MAX_MATCHES = 20_000;

type CodesByValue = Map<string, number[]>;
const tables = new WeakMap<Segment, Map<CodedField, CodesByValue>>();

/** Codes of the values that equal one of the alternatives; undefined if the column is too large for a table. */
export function codesEqualTo(
  segment: Segment,
  field: CodedField,
  alternatives: readonly string[],
): Set<number> | undefined {
  const table = tableOf(segment, field);
  return table && new Set(alternatives.flatMap((alternative) => table.get(canonicalForm(field, alternative)) ?? []));
}

/** Codes of the values that contain one of the alternatives; undefined if there are too many. */
export function codesContaining(
  segment: Segment,
  field: CodedField,
  alternatives: readonly string[],
  budget: WorkBudget,
): Set<number> | undefined {
  const { values } = segment.codeColumn(field)!;
  const matching = new Set<number>();
  if (!isLiteral(field)) {
    if (values.length > MAX_SCANNED_VALUES) return undefined;
    budget.spend(VALUE_COST * values.length * alternatives.length);
    const matches = likeMatcher(field, alternatives);
    for (let i = 0; i < values.length; i++) if (matches(values.get(i))) matching.add(i + 1);
    return matching;
  }
  for (const alternative of alternatives) {
    budget.spend(values.bytes.length / SCANNED_PER_UNIT);
    const containing = values.containing(longestWord(alternative), MAX_MATCHES);
    if (!containing) return undefined;
    budget.spend(VALUE_COST * containing.length);
    const matches = likeMatcher(field, [alternative]);
    for (const i of containing) if (matches(values.get(i))) matching.add(i + 1);
  }
  return matching;
}

/** Tests whether one value of a coded text contains every word of an alternative. */
export function valueMatcher(field: CodedField, values: StringTable, finder: WordFinder): (text: number) => boolean {
  const { is_list, separators = '' } = rulesOf(field);
  const separatorBytes = Buffer.from(is_list ? separators : '');
  return (text) => {
    const end = values.startOf(text + 1);
    for (let from = values.startOf(text); from < end; ) {
      let to = from;
      while (to < end && !separatorBytes.includes(values.bytes[to]!)) to++;
      if (finder.containsOne(values.bytes, from, to)) return true;
      from = to + 1;
    }
    return false;
  };
}

const longestWord = (text: string): string =>
  text.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest));

/** Maximum share of a segment's documents to list. */
const MAX_LISTED_SHARE = 1 / 16;
/** Cached document lists per segment. */
const MAX_LISTS = 16;

const NO_DOCS = new Uint32Array(0);
const counts = new WeakMap<Segment, Map<CodedField, Uint32Array>>();
const lists = new WeakMap<Segment, Map<string, Uint32Array>>();

/** Sorted documents with one of these codes; undefined if there are too many. */
export function docsWithAny(
  segment: Segment,
  field: CodedField,
  matching: ReadonlySet<number>,
  budget: WorkBudget,
): Uint32Array | undefined {
  if (matching.size === 0) return NO_DOCS;
  const { codes, values } = segment.codeColumn(field)!;
  const valueCounts = getOrCreate(
    getOrCreate(counts, segment, () => new Map()),
    field,
    () => countCodes(codes, values.length),
  );
  let count = 0;
  for (const code of matching) count += valueCounts[code]!;
  if (count > segment.size * MAX_LISTED_SHARE) return undefined;
  const [only, ...others] = matching;
  const listed = others.length === 0 && only !== undefined ? segment.docsWithCode(field, only) : undefined;
  if (listed) return listed;
  budget.spend(segment.size);
  const cache = getOrCreate(lists, segment, () => new Map<string, Uint32Array>());
  const key = `${field} ${[...matching].join(' ')}`;
  const list = cache.get(key) ?? listOf(codes, values.length, matching, count);
  // Move to the end: the least recently used list is evicted first.
  cache.delete(key);
  cache.set(key, list);
  if (cache.size > MAX_LISTS) cache.delete(cache.keys().next().value!);
  return list;
}

function countCodes(codes: ArrayLike<number>, values: number): Uint32Array {
  const valueCounts = new Uint32Array(values + 1);
  for (let doc = 0; doc < codes.length; doc++) valueCounts[codes[doc]!]!++;
  return valueCounts;
}

function listOf(codes: ArrayLike<number>, values: number, matching: ReadonlySet<number>, count: number): Uint32Array {
  const isMatching = new Uint8Array(values + 1);
  for (const code of matching) isMatching[code] = 1;
  const list = new Uint32Array(count);
  let at = 0;
  for (let doc = 0; doc < codes.length; doc++) if (isMatching[codes[doc]!] === 1) list[at++] = doc;
  return list;
}

function getOrCreate<K extends object | string, V>(
  cache: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = cache.get(key);
  if (value === undefined) {
    value = make();
    cache.set(key, value);
  }
  return value;
}

/** Built on first use of the field. */
function tableOf(segment: Segment, field: CodedField): CodesByValue | undefined {
  const cached = getOrCreate(tables, segment, () => new Map<CodedField, CodesByValue>());
  const existing = cached.get(field);
  const { values } = segment.codeColumn(field)!;
  if (existing || values.length > MAX_VALUES) return existing;
  const table: CodesByValue = new Map();
  for (let code = 1; code <= values.length; code++) {
    for (const equal of canonicalForms(field, segment.codedText(field, code))) {
      const codes = table.get(equal);
      if (!codes) table.set(equal, [code]);
      else if (codes.at(-1) !== code) codes.push(code);
    }
  }
  cached.set(field, table);
  return table;
}
