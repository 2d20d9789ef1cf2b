// Builds the columns of a segment: product numbers, filter fields, identifiers and the words of full texts. Documents come in
// the order of their product numbers, from the catalogue or from segments to merge.
import type { Product } from '../../../product/product.ts';
import {
  CODED_FIELDS,
  type CodedField,
  FULL_TEXT_FIELDS,
  foldedValue,
  IDENTIFIER_FIELDS,
  type IdentifierField,
} from '../../criteria/field-kinds.ts';
import { numberOf } from '../../criteria/product-values.ts';
import type { BytesHash } from '../../dictionary/bytes-hash.ts';
import { GrowableBytes, GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import { narrow, type Sections } from '../../dictionary/layout.ts';
import { type StringTable, stringTable } from '../../dictionary/string-table.ts';
import { BIGRAM_KINDS, BigramFilterWriter, bigramKindOf } from '../format/bigram-filter.ts';
import { flagsOf, INVERTED_FIELDS, MISSING, STORED_NUMBERS, type StoredNumber } from '../format/fields.ts';
import { IdentifierTextsWriter } from '../format/identifier-texts.ts';
import type { Segment } from '../format/segment.ts';

/** The largest number of a 32-bit column; the next one marks a missing number. */
const MAX_NARROW = 2 ** 32 - 2;

/** The dictionary of a coded field. */
class ValueDictionary {
  readonly texts: string[] = [];
  readonly #ids = new Map<string, number>();

  idOf(text: string): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      id = this.texts.push(text) - 1;
      this.#ids.set(text, id);
    }
    return id;
  }

  /** Translates an id of another table. `newIds` caches the results + 1. */
  translate(from: StringTable, id: number, newIds: Uint32Array): number {
    if (newIds[id] === 0) newIds[id] = this.idOf(from.get(id)) + 1;
    return newIds[id]! - 1;
  }
}

export interface ColumnTexts {
  /** The word ids of each full-text field. */
  fullTexts: readonly GrowableUint32[];
  identifiers: Record<IdentifierField, string>;
  'merchant.id': string;
  'merchant.name': string;
}

/** A segment to merge, with caches of the new ids of its words and values, + 1; 0 where not yet known. */
export class Source {
  readonly segment: Segment;
  readonly newWords: Uint32Array;
  /** In the order of the fields; undefined if all documents lack the field. */
  readonly coded: ({ codes: ArrayLike<number>; values: StringTable; newIds: Uint32Array } | undefined)[];

  constructor(segment: Segment) {
    this.segment = segment;
    this.newWords = new Uint32Array(segment.words.length);
    this.coded = CODED_FIELDS.map((field) => {
      const column = segment.codeColumn(field);
      return column && { ...column, newIds: new Uint32Array(column.values.length) };
    });
  }
}

export class ColumnsBuilder {
  readonly #productNos = new GrowableUint32();
  readonly #flags = new GrowableBytes();
  readonly #mainTerms = new GrowableBytes();
  readonly #numbers: Record<StoredNumber, number[]>;
  readonly #identifiers = IDENTIFIER_FIELDS.map((field) => ({ field, texts: new IdentifierTextsWriter() }));
  readonly #codes = CODED_FIELDS.map((field) => ({
    field,
    codes: new GrowableUint32(),
    values: new ValueDictionary(),
  }));
  readonly #words: BytesHash;
  /** Per document and full-text field: the number of words, then their ids. */
  readonly #texts = new GrowableUint32();
  readonly #textStarts = new GrowableUint32();

  constructor(words: BytesHash) {
    this.#words = words;
    this.#numbers = { regular_price: [], final_price: [], ship_price: [], stock_quantity: [] };
    this.#textStarts.push(0);
  }

  get count(): number {
    return this.#productNos.length;
  }

  add(product_no: number, product: Product, texts: ColumnTexts, main_terms: number): void {
    this.#productNos.push(product_no);
    this.#flags.push(flagsOf(product));
    this.#mainTerms.push(main_terms);
    for (const field of STORED_NUMBERS) this.#numbers[field].push(numberOf(product, field) ?? MISSING);
    for (const { field, texts: column } of this.#identifiers) column.add(texts.identifiers[field]);
    for (const { field, codes, values } of this.#codes) {
      const given = field === 'merchant.id' || field === 'merchant.name' ? texts[field] : product[field];
      const text = given === undefined ? '' : foldedValue(given);
      codes.push(text === '' ? 0 : values.idOf(text) + 1);
    }
    for (const words of texts.fullTexts) {
      this.#texts.push(words.length);
      for (let i = 0; i < words.length; i++) this.#texts.push(words.at(i));
    }
    this.#textStarts.push(this.#texts.length);
  }

  /** Copies a document of another segment. */
  addFrom({ segment, coded, newWords }: Source, doc: number): void {
    this.#productNos.push(segment.productNos[doc]!);
    this.#flags.push(segment.flags[doc]!);
    this.#mainTerms.push(segment.mainTerms[doc]!);
    for (const field of STORED_NUMBERS) this.#numbers[field].push(segment.number(field, doc));
    for (const { field, texts } of this.#identifiers) texts.addFrom(segment.identifierTexts(field), doc);
    for (let i = 0; i < coded.length; i++) {
      const [column, { codes, values }] = [coded[i], this.#codes[i]!];
      const code = column?.codes[doc] ?? 0;
      codes.push(code === 0 ? 0 : values.translate(column!.values, code - 1, column!.newIds) + 1);
    }
    const reader = segment.textReader(doc);
    for (let i = 0; i < FULL_TEXT_FIELDS.length; i++) {
      const count = reader.next();
      this.#texts.push(count);
      for (let word = 0; word < count; word++) {
        const id = reader.next();
        if (newWords[id] === 0) newWords[id] = segment.words.internIn(this.#words, id) + 1;
        this.#texts.push(newWords[id]! - 1);
      }
    }
    this.#textStarts.push(this.#texts.length);
  }

  /** `wordOrder`: the words by descending frequency, because lower ids take fewer bytes. */
  sections(): { sections: Sections; wordOrder: Uint32Array } {
    const bigrams = new Map(BIGRAM_KINDS.map((kind) => [kind, new BigramFilterWriter(kind, this.count)]));
    const { sections: texts, wordOrder } = this.#textSections(bigrams.get('text')!);
    const sections: Sections = {
      product_nos: this.#productNos.view(),
      flags: this.#flags.view(),
      main_terms: this.#mainTerms.view(),
      ...texts,
    };
    for (const { field, texts: column } of this.#identifiers) {
      column.addBigrams(bigrams.get(bigramKindOf(field))!);
      Object.assign(sections, column.sections(`identifiers.${field}`));
    }
    for (const writer of bigrams.values()) Object.assign(sections, writer.sections());
    for (const field of STORED_NUMBERS) {
      const column = numberColumn(this.#numbers[field]);
      if (column) sections[`number.${field}`] = column;
    }
    for (const { field, codes, values } of this.#codes) {
      if (values.texts.length === 0) continue;
      sections[`codes.${field}`] = narrow(codes.view());
      if (INVERTED_FIELDS.has(field))
        Object.assign(sections, invertedSections(field, codes.view(), values.texts.length));
      Object.assign(sections, stringTable(`values.${field}`, values.texts));
    }
    return { sections, wordOrder };
  }

  /** Words that occur once are added to the bigram filter. */
  #textSections(bigrams: BigramFilterWriter): { sections: Sections; wordOrder: Uint32Array } {
    const [numbers, starts] = [this.#texts.view(), this.#textStarts.view()];
    const { order: wordOrder, firstUnique } = byFrequency(numbers, this.#words.length);
    const renumbered = new Uint32Array(this.#words.length);
    for (let i = 0; i < wordOrder.length; i++) renumbered[wordOrder[i]!] = i;
    const bytes = new GrowableBytes();
    const byteStarts = new Uint32Array(starts.length);
    const counts = new Uint32Array(FULL_TEXT_FIELDS.length);
    const fields = new Uint8Array(wordOrder.length);
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
          if (word < firstUnique) continue;
          const [from, to] = [this.#words.startOf(number), this.#words.startOf(number + 1)];
          bigrams.add(doc, this.#words.bytes, from, to);
        }
      }
      byteStarts[doc + 1] = bytes.length;
    }
    const sections = { 'text.starts': byteStarts, 'text.bytes': bytes.view(), 'text.counts': counts };
    const words = { ...this.#words.sections('words', wordOrder), 'words.fields': fields };
    Object.assign(words, { 'words.first_unique': Uint32Array.of(firstUnique) });
    return { sections: { ...sections, ...words }, wordOrder };
  }
}

/**
 * The words that occur, by descending frequency, and the position of the first one that occurs once.
 * `texts`: number of words and their ids, repeatedly.
 */
function byFrequency(texts: Uint32Array, words: number): { order: Uint32Array; firstUnique: number } {
  const counts = new Uint32Array(words);
  for (let at = 0; at < texts.length; ) {
    const end = at + 1 + texts[at]!;
    for (at++; at < end; at++) counts[texts[at]!]!++;
  }
  // 64-bit keys, because V8 sorts those natively.
  const keys = new Uint32Array(2 * words);
  let [used, firstUnique] = [0, 0];
  for (let word = 0; word < words; word++) {
    if (counts[word] === 0) continue;
    if (counts[word]! > 1) firstUnique++;
    keys[2 * used] = word;
    keys[2 * used++ + 1] = 2 ** 32 - 1 - counts[word]!;
  }
  new BigUint64Array(keys.buffer, 0, used).sort();
  return { order: Uint32Array.from({ length: used }, (_, i) => keys[2 * i]!), firstUnique };
}

/** The documents of each value. */
function invertedSections(field: CodedField, codes: Uint32Array, values: number): Sections {
  const starts = new Uint32Array(values + 2);
  for (const code of codes) starts[code + 1]!++;
  // Documents without the field, code 0, are not listed.
  starts[1] = 0;
  for (let code = 1; code <= values; code++) starts[code + 1]! += starts[code]!;
  const next = starts.slice();
  const docs = new Uint32Array(starts[values + 1]!);
  for (let doc = 0; doc < codes.length; doc++) if (codes[doc] !== 0) docs[next[codes[doc]!]!++] = doc;
  return { [`inverted.${field}.starts`]: starts, [`inverted.${field}.docs`]: docs };
}

/** 32-bit if all numbers fit, with 2^32 - 1 for a missing one; otherwise 64-bit. Undefined if all are missing. */
function numberColumn(values: number[]): Uint32Array | Float64Array | undefined {
  if (values.every((value) => value === MISSING)) return undefined;
  const isNarrow = values.every((value) => value === MISSING || (value >= 0 && value <= MAX_NARROW));
  return isNarrow
    ? Uint32Array.from(values, (value) => (value === MISSING ? 2 ** 32 - 1 : value))
    : Float64Array.from(values);
}
