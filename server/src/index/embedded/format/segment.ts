// A segment as it is searched: views of one shared buffer, nothing copied.

import { PAIR_KINDS, type PairKind, Pairs } from './bigram-filter.ts';
import {
  CODED_FIELDS,
  type CodedField,
  KEPT_NUMBERS,
  type KeptNumber,
  LACKING,
  OWN_FIELDS,
  type OwnField,
  WORDED_FIELDS,
  type WordedField,
} from './fields.ts';
import { NumberReader } from './growable-arrays.ts';
import { OwnTexts } from './identifier-texts.ts';
import { docsOfIdentity } from './identities.ts';
import { type Sections, unpack } from './layout.ts';
import { firstFrom } from './lower-bound.ts';
import { type Entries, EntriesReader, type ListRange } from './posting-lists.ts';
import { Words } from './spelling-dictionary.ts';
import { StringTable } from './string-table.ts';
import { TermDictionary, type TermRange } from './term-dictionary.ts';
import { SpacedTerms } from './word-terms.ts';

/** Lookups that are remembered, those that found nothing too: a query asks for many words that are not there. */
const MAX_REMEMBERED = 20_000;

/** Words that hold a text, in whatever field: past this many they are not even listed. */
const MAX_CONTAINING = 300_000;

export class Segment {
  readonly buffer: SharedArrayBuffer;
  readonly numbers: Uint32Array;
  readonly flags: Uint8Array;
  readonly mainTerms: Uint8Array;
  readonly #entries: EntriesReader;
  readonly terms: TermDictionary;
  readonly words: Words;
  readonly spaced: StringTable;
  readonly spacedTerms: SpacedTerms;
  readonly #spacedFields: Uint8Array;
  /** From here on words stand in one place only. */
  readonly firstSingle: number;
  readonly #pairs: ReadonlyMap<PairKind, Pairs>;
  readonly sections: Sections;
  readonly #kept = new Map<KeptNumber, Uint32Array | Float64Array>();
  readonly #codes = new Map<CodedField, { codes: ArrayLike<number>; values: StringTable }>();
  readonly #textStarts: Uint32Array;
  readonly #textBytes: Uint8Array;
  readonly #own = new Map<OwnField, OwnTexts>();
  readonly #ranges = new Map<string, TermRange | null>();

  constructor(buffer: SharedArrayBuffer) {
    const sections = unpack(buffer);
    this.buffer = buffer;
    this.sections = sections;
    this.numbers = sections.numbers as Uint32Array;
    this.flags = sections.flags as Uint8Array;
    this.mainTerms = sections.main_terms as Uint8Array;
    this.#entries = new EntriesReader(sections, this.numbers.length);
    this.terms = new TermDictionary(sections);
    this.words = new Words(sections);
    this.spaced = new StringTable(sections, 'spaced');
    this.spacedTerms = new SpacedTerms(sections);
    this.#spacedFields = (sections['spaced.fields'] ?? new Uint8Array(0)) as Uint8Array;
    this.firstSingle = sections['spaced.first_single']![0]!;
    this.#pairs = new Map(PAIR_KINDS.map((kind) => [kind, new Pairs(sections, kind, this.size)]));
    for (const field of KEPT_NUMBERS) {
      const column = sections[`number.${field}`];
      if (column) this.#kept.set(field, column as Uint32Array);
    }
    for (const field of CODED_FIELDS) {
      const codes = sections[`codes.${field}`];
      if (codes) this.#codes.set(field, { codes, values: new StringTable(sections, `values.${field}`) });
    }
    this.#textStarts = sections['text.starts'] as Uint32Array;
    this.#textBytes = sections['text.bytes'] as Uint8Array;
    for (const field of OWN_FIELDS) {
      const texts = OwnTexts.of(sections, `own.${field}`);
      if (texts) this.#own.set(field, texts);
    }
  }

  get size(): number {
    return this.numbers.length;
  }

  /** Where the entries of a term stand. */
  find(term: string): TermRange | undefined {
    const known = this.#ranges.get(term);
    if (known !== undefined) return known ?? undefined;
    const range = this.terms.find(term);
    if (this.#ranges.size >= MAX_REMEMBERED) this.#ranges.clear();
    this.#ranges.set(term, range ?? null);
    return range;
  }

  entries(range: ListRange): Entries {
    return this.#entries.read(range);
  }

  /** Copies them; see `EntriesReader`. */
  copyEntries(range: ListRange, places: Uint32Array, docs: Uint32Array, weights: Uint8Array, at: number): number {
    return this.#entries.copy(range, places, docs, weights, at);
  }

  docOf(product_no: number): number | undefined {
    const { numbers } = this;
    // New products have numbers above all others: most are told apart here.
    if (product_no > numbers[numbers.length - 1]! || product_no < numbers[0]!) return undefined;
    const doc = firstFrom(numbers, product_no, 0, numbers.length);
    return this.numbers[doc] === product_no ? doc : undefined;
  }

  docsOfIdentity(identity: string, most = Number.POSITIVE_INFINITY): number[] {
    return docsOfIdentity(this.sections, identity, most);
  }

  /** The column of a number, with what stands in it for a lacking one. Undefined where all products lack it. */
  numberColumn(field: KeptNumber): { column: Uint32Array | Float64Array; lacking: number } | undefined {
    const column = this.#kept.get(field);
    return column && { column, lacking: column instanceof Float64Array ? LACKING : 2 ** 32 - 1 };
  }

  number(field: KeptNumber, doc: number): number {
    const column = this.#kept.get(field);
    if (!column || (column instanceof Uint32Array && column[doc] === 2 ** 32 - 1)) return LACKING;
    return column[doc]!;
  }

  /** The column of a coded field: 0 where it is lacking, else a number from 1. Undefined where all products lack it. */
  codeColumn(field: CodedField): { codes: ArrayLike<number>; values: StringTable } | undefined {
    return this.#codes.get(field);
  }

  /** The products that have a value, in order; undefined where they are not listed. */
  docsWithCode(field: CodedField, code: number): Uint32Array | undefined {
    const starts = this.sections[`lists.${field}.starts`];
    return starts && (this.sections[`lists.${field}.docs`] as Uint32Array).subarray(starts[code], starts[code + 1]);
  }

  codeOf(field: CodedField, doc: number): number {
    return this.#codes.get(field)?.codes[doc] ?? 0;
  }

  codedText(field: CodedField, code: number): string {
    return this.#codes.get(field)!.values.get(code - 1);
  }

  /** What a product has in a coded field, folded; the items of a list with a line break between them. */
  textOf(field: CodedField, doc: number): string {
    const code = this.codeOf(field, doc);
    return code === 0 ? '' : this.codedText(field, code);
  }

  /** Undefined where all products lack it. */
  ownTexts(field: OwnField): OwnTexts | undefined {
    return this.#own.get(field);
  }

  ownText(field: OwnField, doc: number): string {
    return this.#own.get(field)?.text(doc) ?? '';
  }

  /** The digits of an own text, without zeros before them; '' where there are none. */
  ownDigits(field: OwnField, doc: number): number | string {
    return this.#own.get(field)?.digits(doc) ?? '';
  }

  own(doc: number): Record<OwnField, string> {
    return Object.fromEntries(OWN_FIELDS.map((field) => [field, this.ownText(field, doc)])) as Record<OwnField, string>;
  }

  /** Whether an own text of a product holds some bytes, all of them. */
  ownHolds(field: OwnField, doc: number, needles: readonly Uint8Array[]): boolean {
    return this.#own.get(field)?.holds(doc, needles) ?? false;
  }

  /**
   * The words that stand in more than one place, in one of some fields of any product, and hold a text; undefined where they
   * are more than `most`.
   */
  spacedWith(fields: readonly WordedField[], part: string, most: number): readonly number[] | undefined {
    const mask = fields.reduce((bits, field) => bits | (1 << WORDED_FIELDS.indexOf(field)), 0);
    const found = this.spaced.containing(part, MAX_CONTAINING, this.firstSingle);
    const there = found?.filter((word) => this.#spacedFields[word]! & mask);
    return there && there.length > most ? undefined : there;
  }

  /** All words that hold a text, of those that stand in more than one place, if they were looked for last. */
  lastSpacedWith(part: string): readonly number[] | undefined {
    return this.spaced.lastContaining(part, this.firstSingle);
  }

  /** Marks the products that a list has. */
  markListed(list: ListRange, marks: Uint8Array): void {
    this.#entries.mark(list, marks);
  }

  /** How many products may hold some bytes in texts of a kind, in words that stand nowhere else. */
  countSingle(kind: PairKind, needle: Uint8Array): number {
    return this.#pairs.get(kind)!.count(needle);
  }

  /** Marks them. */
  markSingle(kind: PairKind, needle: Uint8Array, marks: Uint8Array): void {
    this.#pairs.get(kind)!.mark(needle, marks);
  }

  /** Tells of single products whether they may hold some bytes so. */
  singleTester(kind: PairKind, needle: Uint8Array): (doc: number) => boolean {
    return this.#pairs.get(kind)!.tester(needle);
  }

  /** Whether any product has it. */
  hasField(field: WordedField): boolean {
    return this.sections['text.counts']![WORDED_FIELDS.indexOf(field)]! > 0;
  }

  /** Reads the texts of a product: for each worded field how many words it has, and their numbers. */
  textReader(doc: number): NumberReader {
    return new NumberReader(this.#textBytes, this.#textStarts[doc]!);
  }

  /** The numbers of the words between spaces of a text, in order. */
  spacedIds(field: WordedField, doc: number): number[] {
    const reader = this.textReader(doc);
    for (let skip = WORDED_FIELDS.indexOf(field); skip > 0; skip--) reader.pass(reader.next());
    const ids = new Array<number>(reader.next());
    for (let i = 0; i < ids.length; i++) ids[i] = reader.next();
    return ids;
  }

  countWords(field: WordedField, doc: number): number {
    const reader = this.textReader(doc);
    for (let skip = WORDED_FIELDS.indexOf(field); skip > 0; skip--) reader.pass(reader.next());
    return reader.next();
  }

  /** A text as it was folded. */
  wordedText(field: WordedField, doc: number): string {
    return this.spacedIds(field, doc)
      .map((id) => this.spaced.get(id))
      .join(' ');
  }

  /** The terms of a product's name, by their numbers, in order. */
  nameTerms(doc: number): number[] {
    const terms: number[] = [];
    const reader = this.textReader(doc);
    for (let left = reader.next(); left > 0; left--) this.spacedTerms.addTo(terms, reader.next());
    return terms;
  }
}
