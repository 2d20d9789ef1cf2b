// What the rules of the grammar make of the spans that they match.

import { isClothing, sizesFor } from '../../vocabulary/size-values.ts';
import type { ValueField, Vocabulary } from '../../vocabulary/vocabulary.ts';
import type { QuestionTopic } from '../answer-question.ts';
import { isTagged, type Span } from '../tagger/span.ts';
import type { Intent, ReleasedField } from './intent.ts';

/** Undefined: the pattern does not apply after all. */
export type Read = (spans: Span[], vocabulary: Vocabulary, after?: Span) => Intent | Intent[] | undefined;

const one = (spans: Span[], ...tags: string[]) => spans.find((span) => isTagged(span, ...tags));
const all = (spans: Span[], ...tags: string[]) => spans.filter((span) => isTagged(span, ...tags));
/** The rest of the first tag that begins with the prefix. */
const kindOf = (spans: Span[], prefix: string): string | undefined =>
  spans
    .flatMap(({ tags }) => tags)
    .find((tag) => tag.startsWith(prefix))
    ?.slice(prefix.length);
const placeOf = (spans: Span[]) => one(spans, 'position')?.number;

export const currencyOf = (spans: Span[]) => {
  const currency = spans.find((span) => span.currency)?.currency;
  return currency ? { currency } : {};
};

export const limit: Read = (spans) => {
  const { number } = one(spans, 'amount')!;
  // Nothing costs nothing: "set all prices to 0".
  if (number! <= 0) return [];
  const around = one(spans, 'about', 'ish') && !one(spans, 'limit.max') ? { is_around: true } : {};
  const bound = one(spans, 'limit.min', 'between', 'after.min') ? 'low' : 'high';
  return { type: 'SetPrice', [bound]: number, ...around, ...currencyOf(spans) };
};

export const range: Read = (spans, vocabulary) => {
  const [low, high] = all(spans, 'amount').map(({ number }) => number!) as [number, number];
  const sizes = spans.some(({ currency }) => currency) ? [] : sizesFor(`${low}-${high}`, vocabulary);
  if (sizes.length > 0 && !one(spans, 'limit.max'))
    return { type: 'SetFilter', field: 'size', values: sizes, mode: 'set' };
  // "3-400" and "five to seven hundred".
  const scaled = low < 10 && high >= 100 ? low * 100 : low;
  return scaled < high ? { type: 'SetPrice', low: scaled, high, ...currencyOf(spans) } : undefined;
};

export const changePrice: Read = (spans) => {
  const direction = one(spans, 'cheaper', 'limit.max') ? 'cheaper' : 'dearer';
  return { type: 'ChangePrice', direction, place: placeOf(spans) };
};
export const changeLimit: Read = (spans) => {
  const { number } = one(spans, 'amount')!;
  return { type: 'ChangeLimit', by: one(spans, 'number_less') ? -number! : number!, factor: 1 };
};

export const discount: Read = (spans) => {
  const [least, most] = all(spans, 'percent').map(({ number }) => number! / 100);
  if (least! >= 1) return [];
  if (most === undefined && one(spans, 'limit.max')) return { type: 'SetOffer', at_most: least! };
  return { type: 'SetOffer', at_least: least!, ...(most === undefined ? {} : { at_most: most }) };
};

export const VALUE_FIELD = 'field.brand|field.color|field.size|field.material|field.merchant.name|field.condition';
export const FIELD = `${VALUE_FIELD}|field.price|field.currency|field.category|field.all`;
const fieldOf = (spans: Span[]) => kindOf(spans, 'field.') as ReleasedField | undefined;
/** The fields that other tags stand for. */
const RELEASED: Record<string, ReleasedField> = {
  'limit.min': 'low',
  'limit.max': 'high',
  cheaper: 'low',
  dearer: 'high',
  on_sale: 'discount',
  percent: 'discount',
  in_stock: 'in_stock',
  free_shipping: 'free_shipping',
};
export const release: Read = (spans) => {
  const tag = spans.flatMap(({ tags }) => tags).find((name) => name in RELEASED);
  return { type: 'Release', field: fieldOf(spans) ?? RELEASED[tag!]! };
};

export const valuesOf = (spans: Span[], tag = 'value') => {
  const { field, values } = one(spans, tag)!;
  return { field: field!, values: values! };
};
export const setValue =
  (mode: 'set' | 'add' | 'accept' | 'choose', tag = 'value') =>
  (spans: Span[]): Intent => ({ type: 'SetFilter', ...valuesOf(spans, tag), mode });
export const setNew: Read = (spans) =>
  setValue(one(spans, 'ok') ? 'accept' : one(spans, 'or') ? 'add' : 'set', 'new')(spans);
/** "samsung or lg is fine" chooses; "refurbished is fine too" only permits. */
export const accept: Read = (spans) => {
  const isAlso = spans.slice(1).some(({ text }) => /\b(?:too|also|as well|after all)\b/.test(text));
  return setValue(isAlso || valuesOf(spans).field === 'condition' ? 'accept' : 'choose')(spans);
};
/** "black or white, whatever" chooses. */
export const releaseValue: Read = (spans) =>
  valuesOf(spans).values.length > 1 ? setValue('set')(spans) : { type: 'ReleaseValue', ...valuesOf(spans) };
export const exclude = (spans: Span[]): Intent => ({ type: 'Exclude', ...valuesOf(spans) });
/** "not hp, brother or canon instead" excludes the first. */
export const replaceValue: Read = (spans) => {
  const { field, values } = valuesOf(spans);
  const [refused, ...chosen] = values;
  if (chosen.length === 0) return undefined;
  return [
    { type: 'Exclude', field, values: [refused!] },
    { type: 'SetFilter', field, values: chosen, mode: 'set' },
  ];
};
/** "not black leather" is neither black nor leather. */
export const excludeLook: Read = (spans) => {
  const looks = all(spans, 'value');
  const isLook = ['color', 'material'].every((field) => looks.some((look) => look.field === field));
  return isLook ? looks.map((look) => exclude([look])) : undefined;
};

export const excludeShown: Read = (spans) => ({
  type: 'ExcludeShown',
  field: fieldOf(spans) as ValueField,
  place: placeOf(spans),
});

/** Sizes that the catalogue has, or as said if none: the search then says that there is none. */
const sizesIn = (spans: Span[], vocabulary: Vocabulary): string[] => {
  const said = all(spans, 'region_size', 'letter_size', 'amount', 'measure');
  const isRange = one(spans, 'to') && said.length === 2 && !one(spans, 'or');
  const [low, high] = said.map(({ text }) => Number(text));
  const between = isRange && low! > 0 && high! > 0 ? sizesBetween(low!, high!, vocabulary) : undefined;
  if (between) return between.length > 0 ? between : [`${low}-${high}`];
  return said.flatMap((span) => {
    const sizes = span.values ?? sizesFor(span.text, vocabulary);
    return sizes.length > 0 ? sizes : [span.text.toUpperCase()];
  });
};

const sizesBetween = (low: number, high: number, vocabulary: Vocabulary): string[] => {
  const dashed = sizesFor(`${low}-${high}`, vocabulary);
  const all = vocabulary.valuesOf('size').map(([value]) => value);
  const inside = all.filter((value) => Number(value) >= low && Number(value) <= high);
  return dashed.length > 0 ? dashed : inside.sort((a, b) => Number(a) - Number(b));
};

export const setSize: Read = (spans, vocabulary) => {
  const values = [...new Set(sizesIn(spans, vocabulary))];
  const mode = isTagged(spans[0], 'also', 'or') ? 'add' : 'set';
  return values.length > 0 ? { type: 'SetFilter', field: 'size', values, mode } : undefined;
};
export const excludeSize: Read = (spans, vocabulary, after) =>
  isTagged(after, 'word') ? undefined : { type: 'Exclude', field: 'size', values: sizesIn(spans, vocabulary) };
/** "a small dog", but "a small jacket"; without a noun, the subject decides. */
export const letterSizes: Read = (spans, vocabulary, after) => {
  if (isTagged(after, 'word') && !isClothing(after!.text)) return undefined;
  return setSize(spans, vocabulary);
};
/** A number is a size only if the catalogue has it. */
export const setKnownSize: Read = (spans, vocabulary) =>
  all(spans, 'amount').every(({ text }) => sizesFor(text, vocabulary).length > 0)
    ? setSize(spans, vocabulary)
    : undefined;

export const measure: Read = (spans, vocabulary) =>
  one(spans, 'measure')!.values ? setSize(spans, vocabulary) : undefined;
const addMeasure = (spans: Span[]): Intent => ({
  type: 'AddWords',
  words: one(spans, 'measure')!.text,
  soft: [],
  mode: 'add',
});
export const otherMeasure: Read = (spans, vocabulary) => measure(spans, vocabulary) ?? addMeasure(spans);
export const unchecked = (spans: Span[]): Intent => ({
  type: 'Unchecked',
  kind: 'limit',
  phrase: spans.map(({ text }) => text).join(' '),
});
/** For a lower limit, which cannot be checked, products that have exactly this measure come first. */
export const measureLimit: Read = (spans) =>
  one(spans, 'limit.max', 'after.max') ? unchecked(spans) : [addMeasure(spans), unchecked(spans)];

const MAX_CHILD_YEARS = 13;

export const age: Read = (spans, vocabulary) => {
  const meanings = ['kids', 'girls', 'boys'].flatMap((word) => vocabulary.longestAt([word], 0)?.meanings ?? []);
  const gender = meanings.find(({ field }) => field === 'gender');
  const years = one(spans, 'amount')!.number!;
  const age: Intent = { type: 'Unchecked', kind: 'age', phrase: `age ${years}` };
  if (!gender || years > MAX_CHILD_YEARS) return age;
  return [{ type: 'SetFilter', field: 'gender', values: gender.value.split('||'), mode: 'default' }, age];
};

export const pointAt =
  (is_similar: boolean): Read =>
  (spans) => ({ type: 'PointAt', place: placeOf(spans), is_similar });

export const COMPARATIVE =
  'comparative.weight|comparative.size|comparative.length|comparative.width|comparative.height';

const ask = (spans: Span[], topic: string | null = null, words: string[] = [], is_comparison = false): Intent => ({
  type: 'Ask',
  question: { topic: topic as QuestionTopic | null, words },
  places: all(spans, 'position', 'amount').map(({ number }) => number),
  is_comparison,
});
export const askTopic: Read = (spans) => ask(spans, kindOf(spans, 'ask.'));
/** "is it cheaper than the first?" */
export const comparePrices: Read = (spans) => ({
  type: 'Ask',
  question: { topic: 'price', words: [] },
  places: all(spans, 'it', 'position').map(({ number }) => number),
  is_comparison: true,
});
export const compare: Read = (spans) => ask(spans, kindOf(spans, 'comparative.'), [], true);

const UNSUPPORTED = ['ratings', 'delivery', 'orders', 'codes', 'people'] as const;

/** "is the second one waterproof?", "does it come in navy?". */
export const askAbout: Read = (spans) => {
  const rest = spans.slice(1).filter((span) => !isTagged(span, 'position', 'it', 'amount'));
  const topic = UNSUPPORTED.find((name) => one(rest, name));
  if (topic) return { type: 'Unsupported', topic };
  if (one(rest, 'in_stock')) return ask(spans, 'stock');
  if (one(rest, 'on_sale')) return ask(spans, 'discount');
  // Another colour or size is asked for.
  const value = rest.find((span, i) => isTagged(span, 'value') && isTagged(rest[i - 1], 'in'));
  if (value) return setValue('set')([value]);
  const words = all(rest, 'word', 'value', 'measure').map(({ text }) => text);
  return words.length > 0 ? ask(spans, null, words) : undefined;
};

export const askValues: Read = (spans) => {
  const field = fieldOf(spans);
  if (field === 'brand' || field === 'color' || field === 'size' || field === 'category')
    return { type: 'AskValues', field };
  return field === 'material' || field === 'merchant.name' ? { type: 'Unsupported', topic: 'choices' } : undefined;
};
