// Which values of a field equal what is asked for, looked up instead of judged one by one.
import { rulesOf } from '../../../../product/text-fields.ts';
import type { CodedField } from '../../format/fields.ts';
import type { Segment } from '../../format/segment.ts';
import type { StringTable } from '../../format/string-table.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { WordFinder } from './alternatives.ts';
import { equalsOfText, likeOf, wholeOf } from './match-text.ts';

/** A field with more values than this is judged value by value: the table would take too much room. */
const MAX_VALUES = 50_000;
/** Bytes that the native search passes in a unit; units for each value that it finds. */
export const SCANNED_PER_UNIT = 4;
const VALUE_COST = 500;
/** Values that are compared one by one. */
const FEW_VALUES = 100;
/** More values that hold what is looked for are many. */
const MAX_HELD = 20_000;

type CodesByValue = Map<string, number[]>;
const tables = new WeakMap<Segment, Map<CodedField, CodesByValue>>();

/** Undefined where there are too many values for a table. */
export function codesOf(segment: Segment, field: CodedField, alternatives: readonly string[]): Set<number> | undefined {
  const table = tableOf(segment, field);
  return table && new Set(alternatives.flatMap((alternative) => table.get(wholeOf(field, alternative)) ?? []));
}

/** The values that hold what is looked for; undefined where they are many. */
export function codesContaining(
  segment: Segment,
  field: CodedField,
  alternatives: readonly string[],
  budget: WorkBudget,
): Set<number> | undefined {
  const { values } = segment.codeColumn(field)!;
  const meant = new Set<number>();
  if (!isLiteral(field)) {
    if (values.length > FEW_VALUES) return undefined;
    budget.spend(VALUE_COST * values.length * alternatives.length);
    const matches = likeOf(field, alternatives);
    for (let i = 0; i < values.length; i++) if (matches(values.get(i))) meant.add(i + 1);
    return meant;
  }
  for (const alternative of alternatives) {
    budget.spend(values.bytes.length / SCANNED_PER_UNIT);
    const held = values.containing(longestWord(alternative), MAX_HELD);
    if (!held) return undefined;
    budget.spend(VALUE_COST * held.length);
    const matches = likeOf(field, [alternative]);
    for (const i of held) if (matches(values.get(i))) meant.add(i + 1);
  }
  return meant;
}

/** Aliases, and marks that do not count, are not to be seen in the text. */
export function isLiteral(field: CodedField): boolean {
  const { has_aliases, inside } = rulesOf(field);
  return !has_aliases && !inside;
}

/** Tells of the texts of a field whether one of their values holds every word of an alternative. */
export function valueLike(field: CodedField, values: StringTable, finder: WordFinder): (text: number) => boolean {
  const { is_list, separators = '' } = rulesOf(field);
  const between = Buffer.from(is_list ? separators : '');
  return (text) => {
    const end = values.startOf(text + 1);
    for (let from = values.startOf(text); from < end; ) {
      let to = from;
      while (to < end && !between.includes(values.bytes[to]!)) to++;
      if (finder.holdsOne(values.bytes, from, to)) return true;
      from = to + 1;
    }
    return false;
  };
}

const longestWord = (text: string): string =>
  text.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest));

/** Products that have one of some values are listed when they are fewer than this segmentView of all. */
const FEW = 1 / 16;
/** Lists that are remembered, for a segment. */
const MAX_LISTS = 16;

const NO_DOCS = new Uint32Array(0);
const counts = new WeakMap<Segment, Map<CodedField, Uint32Array>>();
const lists = new WeakMap<Segment, Map<string, Uint32Array>>();

/** The products that have one of these values, in order; undefined where they are not few. */
export function docsWithAny(
  segment: Segment,
  field: CodedField,
  meant: ReadonlySet<number>,
  budget: WorkBudget,
): Uint32Array | undefined {
  if (meant.size === 0) return NO_DOCS;
  const { codes, values } = segment.codeColumn(field)!;
  const counted = remember(
    remember(counts, segment, () => new Map()),
    field,
    () => countCodes(codes, values.length),
  );
  let count = 0;
  for (const code of meant) count += counted[code]!;
  if (count > segment.size * FEW) return undefined;
  const [only, ...others] = meant;
  const listed = others.length === 0 && only !== undefined ? segment.docsWithCode(field, only) : undefined;
  if (listed) return listed;
  budget.spend(segment.size);
  const known = remember(lists, segment, () => new Map<string, Uint32Array>());
  const key = `${field} ${[...meant].join(' ')}`;
  const list = known.get(key) ?? listOf(codes, values.length, meant, count);
  // The one that was not asked for longest goes first.
  known.delete(key);
  known.set(key, list);
  if (known.size > MAX_LISTS) known.delete(known.keys().next().value!);
  return list;
}

function countCodes(codes: ArrayLike<number>, values: number): Uint32Array {
  const counted = new Uint32Array(values + 1);
  for (let doc = 0; doc < codes.length; doc++) counted[codes[doc]!]!++;
  return counted;
}

function listOf(codes: ArrayLike<number>, values: number, meant: ReadonlySet<number>, count: number): Uint32Array {
  const isMeant = new Uint8Array(values + 1);
  for (const code of meant) isMeant[code] = 1;
  const list = new Uint32Array(count);
  let at = 0;
  for (let doc = 0; doc < codes.length; doc++) if (isMeant[codes[doc]!] === 1) list[at++] = doc;
  return list;
}

function remember<K extends object | string, V>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}

/** Made when the field is first asked for. */
function tableOf(segment: Segment, field: CodedField): CodesByValue | undefined {
  const made = remember(tables, segment, () => new Map<CodedField, CodesByValue>());
  const known = made.get(field);
  const { values } = segment.codeColumn(field)!;
  if (known || values.length > MAX_VALUES) return known;
  const table: CodesByValue = new Map();
  for (let code = 1; code <= values.length; code++) {
    for (const equal of equalsOfText(field, segment.codedText(field, code))) {
      const codes = table.get(equal);
      if (!codes) table.set(equal, [code]);
      else if (codes.at(-1) !== code) codes.push(code);
    }
  }
  made.set(field, table);
  return table;
}
