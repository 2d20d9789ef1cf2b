// What a segment keeps of each product beside its terms: its number, what filters compare, and the words of its texts.
// Products come in the order of their numbers, from the catalogue or from other segments.
import type { Product } from '../../../product/product.ts';
import { BIGRAM_KINDS, BigramFilterWriter, bigramKindOf } from '../format/bigram-filter.ts';
import type { BytesHash } from '../format/bytes-hash.ts';
import {
  CODED_FIELDS,
  type CodedField,
  codedText,
  FULL_TEXT_FIELDS,
  flagsOf,
  IDENTIFIER_FIELDS,
  type IdentifierField,
  INVERTED_FIELDS,
  MISSING,
  numberOf,
  STORED_NUMBERS,
  type StoredNumber,
} from '../format/fields.ts';
import { GrowableBytes, GrowableUint32 } from '../format/growable-arrays.ts';
import { IdentifierTextsWriter } from '../format/identifier-texts.ts';
import { narrow, type Sections } from '../format/layout.ts';
import type { Segment } from '../format/segment.ts';
import { type StringTable, stringTable } from '../format/string-table.ts';

/** Quantities may be below zero; this one stands for none in a narrow column. */
const MAX_NARROW = 2 ** 32 - 2;

/** Distinct values of a field, numbered as they come. */
class Numbering {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** The number here of what has another one in another table. `known` holds those that were asked for, from 1. */
  renumber(from: StringTable, number: number, known: Uint32Array): number {
    if (known[number] === 0) known[number] = this.numberOf(from.get(number)) + 1;
    return known[number]! - 1;
  }
}

export interface ColumnTexts {
  /** The words between spaces of each worded field, by their numbers. */
  worded: readonly GrowableUint32[];
  own: Record<IdentifierField, string>;
  'merchant.id': string;
  'merchant.name': string;
}

/** A segment whose products are taken over, with the new numbers of its texts that are known so far, from 1. */
export class Source {
  readonly segment: Segment;
  readonly spaced: Uint32Array;
  /** In the order of the fields; undefined where all products lack one. */
  readonly coded: ({ codes: ArrayLike<number>; values: StringTable; known: Uint32Array } | undefined)[];

  constructor(segment: Segment) {
    this.segment = segment;
    this.spaced = new Uint32Array(segment.words.length);
    this.coded = CODED_FIELDS.map((field) => {
      const column = segment.codeColumn(field);
      return column && { ...column, known: new Uint32Array(column.values.length) };
    });
  }
}

export class ColumnsBuilder {
  readonly #numbers = new GrowableUint32();
  readonly #flags = new GrowableBytes();
  readonly #mainTerms = new GrowableBytes();
  readonly #kept: Record<StoredNumber, number[]>;
  readonly #own = IDENTIFIER_FIELDS.map((field) => ({ field, texts: new IdentifierTextsWriter() }));
  readonly #codes = CODED_FIELDS.map((field) => ({ field, codes: new GrowableUint32(), values: new Numbering() }));
  readonly #spaced: BytesHash;
  /** For each worded field of each product how many words it has, and their numbers. */
  readonly #texts = new GrowableUint32();
  readonly #textStarts = new GrowableUint32();

  /** `spaced` numbers the words between spaces. */
  constructor(spaced: BytesHash) {
    this.#spaced = spaced;
    this.#kept = { regular_price: [], final_price: [], ship_price: [], stock_quantity: [] };
    this.#textStarts.push(0);
  }

  get count(): number {
    return this.#numbers.length;
  }

  add(product_no: number, product: Product, texts: ColumnTexts, main_terms: number): void {
    this.#numbers.push(product_no);
    this.#flags.push(flagsOf(product));
    this.#mainTerms.push(Math.min(255, main_terms));
    for (const field of STORED_NUMBERS) this.#kept[field].push(numberOf(product, field) ?? MISSING);
    for (const { field, texts: own } of this.#own) own.add(texts.own[field]);
    for (const { field, codes, values } of this.#codes) {
      const given = field === 'merchant.id' || field === 'merchant.name' ? texts[field] : product[field];
      const text = given === undefined ? '' : codedText(given);
      codes.push(text === '' ? 0 : values.numberOf(text) + 1);
    }
    for (const words of texts.worded) {
      this.#texts.push(words.length);
      for (let i = 0; i < words.length; i++) this.#texts.push(words.at(i));
    }
    this.#textStarts.push(this.#texts.length);
  }

  /** Takes a product over as another segment has it. */
  addFrom({ segment, coded, spaced }: Source, doc: number): void {
    this.#numbers.push(segment.productNos[doc]!);
    this.#flags.push(segment.flags[doc]!);
    this.#mainTerms.push(segment.mainTerms[doc]!);
    for (const field of STORED_NUMBERS) this.#kept[field].push(segment.number(field, doc));
    for (const { field, texts } of this.#own) texts.addFrom(segment.identifierTexts(field), doc);
    for (let i = 0; i < coded.length; i++) {
      const [column, { codes, values }] = [coded[i], this.#codes[i]!];
      const code = column?.codes[doc] ?? 0;
      codes.push(code === 0 ? 0 : values.renumber(column!.values, code - 1, column!.known) + 1);
    }
    const reader = segment.textReader(doc);
    for (let i = 0; i < FULL_TEXT_FIELDS.length; i++) {
      const count = reader.next();
      this.#texts.push(count);
      for (let word = 0; word < count; word++) {
        const number = reader.next();
        if (spaced[number] === 0) spaced[number] = segment.words.internIn(this.#spaced, number) + 1;
        this.#texts.push(spaced[number]! - 1);
      }
    }
    this.#textStarts.push(this.#texts.length);
  }

  /** Tells also the order of the words between spaces: the most frequent first, because they take fewer bytes. */
  sections(): { sections: Sections; spaced: Uint32Array } {
    const pairs = new Map(BIGRAM_KINDS.map((kind) => [kind, new BigramFilterWriter(kind, this.count)]));
    const { sections: texts, spaced } = this.#textSections(pairs.get('text')!);
    const sections: Sections = {
      numbers: this.#numbers.view(),
      flags: this.#flags.view(),
      main_terms: this.#mainTerms.view(),
      ...texts,
    };
    for (const { field, texts: own } of this.#own) {
      own.addBigrams(pairs.get(bigramKindOf(field))!);
      Object.assign(sections, own.sections(`own.${field}`));
    }
    for (const writer of pairs.values()) Object.assign(sections, writer.sections());
    for (const field of STORED_NUMBERS) {
      const column = numberColumn(this.#kept[field]);
      if (column) sections[`number.${field}`] = column;
    }
    for (const { field, codes, values } of this.#codes) {
      if (values.texts.length === 0) continue;
      sections[`codes.${field}`] = narrow(codes.view());
      if (INVERTED_FIELDS.has(field)) Object.assign(sections, listSections(field, codes.view(), values.texts.length));
      Object.assign(sections, stringTable(`values.${field}`, values.texts));
    }
    return { sections, spaced };
  }

  /** Words that stand in one text only have their pairs added. */
  #textSections(pairs: BigramFilterWriter): { sections: Sections; spaced: Uint32Array } {
    const [numbers, starts] = [this.#texts.view(), this.#textStarts.view()];
    const { order: spaced, first_single } = byFrequency(numbers, this.#spaced.length);
    const renumbered = new Uint32Array(this.#spaced.length);
    for (let i = 0; i < spaced.length; i++) renumbered[spaced[i]!] = i;
    const bytes = new GrowableBytes();
    const byteStarts = new Uint32Array(starts.length);
    const counts = new Uint32Array(FULL_TEXT_FIELDS.length);
    const fields = new Uint8Array(spaced.length);
    for (let doc = 0; doc + 1 < starts.length; doc++) {
      for (let [at, field] = [starts[doc]!, 0]; at < starts[doc + 1]!; field++) {
        const count = numbers[at++]!;
        if (count > 0) counts[field]!++;
        bytes.pushVarint(count);
        for (const end = at + count; at < end; at++) {
          const number = numbers[at]!;
          const word = renumbered[number]!;
          bytes.pushVarint(word);
          fields[word]! |= 1 << field;
          if (word < first_single) continue;
          const [from, to] = [this.#spaced.startOf(number), this.#spaced.startOf(number + 1)];
          pairs.add(doc, this.#spaced.bytes, from, to);
        }
      }
      byteStarts[doc + 1] = bytes.length;
    }
    const sections = { 'text.starts': byteStarts, 'text.bytes': bytes.view(), 'text.counts': counts };
    const words = { ...this.#spaced.sections('spaced', spaced), 'spaced.fields': fields };
    Object.assign(words, { 'spaced.first_single': Uint32Array.of(first_single) });
    return { sections: { ...sections, ...words }, spaced };
  }
}

/**
 * Those of some words that the texts have, the most frequent first, and where those begin that stand in one place only.
 * `texts`: again and again how many words follow, and their numbers.
 */
function byFrequency(texts: Uint32Array, words: number): { order: Uint32Array; first_single: number } {
  const counts = new Uint32Array(words);
  for (let at = 0; at < texts.length; ) {
    const end = at + 1 + texts[at]!;
    for (at++; at < end; at++) counts[texts[at]!]!++;
  }
  // As one 64-bit number each, because those are sorted natively.
  const keys = new Uint32Array(2 * words);
  let [used, first_single] = [0, 0];
  for (let word = 0; word < words; word++) {
    if (counts[word] === 0) continue;
    if (counts[word]! > 1) first_single++;
    keys[2 * used] = word;
    keys[2 * used++ + 1] = 2 ** 32 - 1 - counts[word]!;
  }
  new BigUint64Array(keys.buffer, 0, used).sort();
  return { order: Uint32Array.from({ length: used }, (_, i) => keys[2 * i]!), first_single };
}

/** For each value, from 1, the products that have it. */
function listSections(field: CodedField, codes: Uint32Array, values: number): Sections {
  const starts = new Uint32Array(values + 2);
  for (const code of codes) starts[code + 1]!++;
  // Who lacks the field is on no list.
  starts[1] = 0;
  for (let code = 1; code <= values; code++) starts[code + 1]! += starts[code]!;
  const next = starts.slice();
  const docs = new Uint32Array(starts[values + 1]!);
  for (let doc = 0; doc < codes.length; doc++) if (codes[doc] !== 0) docs[next[codes[doc]!]!++] = doc;
  return { [`lists.${field}.starts`]: starts, [`lists.${field}.docs`]: docs };
}

/** Half the room where all are whole numbers that fit, with 2^32 - 1 for what is lacking; no room where all lack it. */
function numberColumn(values: number[]): Uint32Array | Float64Array | undefined {
  if (values.every((value) => value === MISSING)) return undefined;
  const isNarrow = values.every((value) => value === MISSING || (value >= 0 && value <= MAX_NARROW));
  return isNarrow
    ? Uint32Array.from(values, (value) => (value === MISSING ? 2 ** 32 - 1 : value))
    : Float64Array.from(values);
}
