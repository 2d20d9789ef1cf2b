// What a reading does to the values that are wanted and unwanted: brands, shops, colours, sizes, materials, genders, conditions.

import { wordsOf } from '../text/analyse.ts';
import type { ValueField, Vocabulary } from '../vocabulary/vocabulary.ts';
import { splitMaterials, withColourOfName } from './apply-words.ts';
import type { ChatState, ShownItem } from './chat-state.ts';
import type { WidenField } from './reader/read-comparison.ts';
import type { Reading } from './reader/read-message.ts';
import type { SizeReading } from './reader/read-sizes.ts';
import type { Value } from './reader/value-spans.ts';
import { BASIC_MATERIALS } from './shopping-words.ts';

/** However long a conversation goes on, so many words are ruled out. */
const MAX_UNWANTED_WORDS = 20;

export function setValues(
  state: ChatState,
  reading: Reading,
  item: ShownItem | undefined,
  vocabulary: Vocabulary,
): void {
  const wanted =
    reading.is_addition || reading.is_instead || reading.is_replacing
      ? reading.wanted.map((value) => ofKindBefore(value, state, vocabulary))
      : reading.wanted;
  for (const field of reading.opened) delete state.wanted[field];
  const byField = Map.groupBy(wanted, ({ field }) => field);
  const isSizeWanted = reading.sizes && (!reading.sizes.is_unwanted || isOtherSize(state, reading.sizes));
  if (reading.sizes && isSizeWanted)
    byField.set(
      'size',
      reading.sizes.values.map((value) => ({ field: 'size', value })),
    );
  for (const [field, values] of byField) {
    // "refurbished too", where all conditions are fine.
    if (field === 'condition' && reading.is_addition && !reading.is_continued && !state.wanted.condition) continue;
    // "nike too" after "not nike" is one among others.
    const isLifted = values.every(({ value }) => state.unwanted[field]?.includes(value));
    if (reading.is_addition && !reading.is_continued && !state.wanted[field] && isLifted) {
      removeFrom(state.unwanted, values);
      continue;
    }
    // "or red" goes on with "not black".
    if (reading.is_continued && !state.wanted[field] && state.unwanted[field]) {
      refuse(state, values);
      continue;
    }
    const named =
      field === 'color' && !state.wanted.color ? withColourOfName(state.words, values[0]!.value) : undefined;
    if (named) {
      state.words = named;
      continue;
    }
    const inWords = field === 'material' ? takeMaterials(state, vocabulary) : [];
    const old = reading.is_addition ? [...(state.wanted[field] ?? []), ...inWords] : [];
    state.wanted[field] = [...new Set([...old, ...values.map(({ value }) => value)])];
    if (field === 'color') delete state.is_color_exact;
    removeFrom(state.unwanted, values);
    // Who wants vegan leather, and no leather, wants what is called so.
    const inside = state.unwanted[field]?.filter((old) => values.some(({ value }) => wordsOf(value).includes(old)));
    removeFrom(
      state.unwanted,
      (inside ?? []).map((value) => ({ field, value })),
    );
  }
  const unwantedSizes =
    reading.sizes && !isSizeWanted ? reading.sizes.values.map((value): Value => ({ field: 'size', value })) : [];
  const [refused] = reading.unwanted;
  if (reading.is_plain_no && refused && isOtherChoice(state, refused, vocabulary))
    state.wanted[refused.field] = [refused.value];
  else refuse(state, [...reading.unwanted, ...unwantedSizes]);
  if (reading.accepted.some(({ field }) => field === 'material')) takeMaterials(state, vocabulary);
  for (const [i, value] of reading.accepted.entries()) {
    // Who can live with a used one wants no other condition ruled out.
    const isConceded = reading.is_conceded && (value.field === 'condition' || state.wanted[value.field] !== undefined);
    accept(state, value, reading.is_addition || isConceded || i > 0);
  }
  // "the same brand as the second one".
  if (item && reading.place !== undefined) for (const field of reading.same_fields) wantAsShown(state, field, item);
  for (const field of reading.other_than) refuse(state, othersOf(field, state, item));
  removeFrom(state.wanted, reading.released);
  removeFrom(state.unwanted, reading.released);
  const left = state.unwanted_words.filter((word) => word !== reading.words);
  const words = new Set([...left, ...reading.unwanted_words]);
  state.unwanted_words = [...words].slice(-MAX_UNWANTED_WORDS);
}

/** "or copper" after brass: of what is a colour and a material, the one that was spoken of. */
function ofKindBefore(value: Value, { wanted }: ChatState, vocabulary: Vocabulary): Value {
  const other = value.field === 'color' ? 'material' : value.field === 'material' ? 'color' : undefined;
  if (!other || wanted[value.field] || !wanted[other]) return value;
  const meanings = vocabulary.longestAt(wordsOf(value.value), 0)?.meanings ?? [];
  const isMaterial = other === 'material' && BASIC_MATERIALS.has(value.value);
  return meanings.find(({ field }) => field === other) ?? (isMaterial ? { field: other, value: value.value } : value);
}

const isOtherSize = ({ wanted }: ChatState, { values, is_plain_no }: SizeReading): boolean =>
  Boolean(is_plain_no && wanted.size) && !values.some((value) => wanted.size!.includes(value));

/** "glass" and then "or steel", where the catalogue has no glass: it was read as a word, and is no word any more. */
function takeMaterials(state: ChatState, vocabulary: Vocabulary): string[] {
  const { words, materials } = splitMaterials(state.words, vocabulary);
  if (words !== '') state.words = words;
  return materials;
}

/** To rule out cream where red is asked for says nothing: then it is meant instead. "no navy" says much of blue. */
function isOtherChoice({ wanted }: ChatState, { field, value }: Value, vocabulary: Vocabulary): boolean {
  const asked = wanted[field] ?? [];
  if (asked.length !== 1 || asked[0] === value) return false;
  // Things are made of several materials: "no glass" says much of an oak table.
  if (field === 'material') return false;
  if (field !== 'color') return true;
  const isBoth = (other: string) => [value, asked[0]!].every((one) => other.toLowerCase().includes(one));
  return !vocabulary.valuesOf(field).some(([other]) => isBoth(other));
}

/** Several of one sentence stand beside each other. */
function accept(state: ChatState, value: Value, isAddition: boolean): void {
  if (state.unwanted[value.field]?.includes(value.value)) {
    removeFrom(state.unwanted, [value]);
    return;
  }
  const old = state.wanted[value.field] ?? [];
  // "used is ok too", where no condition was asked for, asks for none.
  if (isAddition && old.length === 0) return;
  state.wanted[value.field] = isAddition ? [...new Set([...old, value.value])] : [value.value];
}

function refuse(state: ChatState, values: Value[]): void {
  removeFrom(state.wanted, values);
  for (const { field, value } of values)
    state.unwanted[field] = [...new Set([...(state.unwanted[field] ?? []), value])];
}

function removeFrom(held: ChatState['wanted'], values: Value[]): void {
  for (const { field, value } of values) {
    const left = held[field]?.filter((other) => other !== value) ?? [];
    if (left.length > 0) held[field] = left;
    else delete held[field];
  }
}

function wantAsShown(state: ChatState, field: WidenField, item: ShownItem): void {
  const shown = field === 'merchant.name' ? item.merchant : isColumn(field) ? item[field] : null;
  if (shown && (isColumn(field) || field === 'merchant.name'))
    state.wanted[field] = [field === 'color' || field === 'material' ? shown.toLowerCase() : shown];
}

const isColumn = (field: WidenField): field is 'brand' | 'color' | 'material' | 'size' =>
  ['brand', 'color', 'material', 'size'].includes(field);

/** What "another brand" is other than: the brand asked for, else that of the product that was shown. */
function othersOf(field: ValueField, state: ChatState, item: ShownItem | undefined): Value[] {
  const asked = state.wanted[field] ?? [];
  const column =
    field === 'merchant.name' ? 'merchant' : field === 'gender' || field === 'condition' ? undefined : field;
  const shown = column ? item?.[column] : undefined;
  const values = asked.length > 0 ? asked : shown ? [shown] : [];
  return values.map((value) => ({
    field,
    value: field === 'color' || field === 'material' ? value.toLowerCase() : value,
  }));
}
