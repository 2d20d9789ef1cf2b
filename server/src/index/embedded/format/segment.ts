// A segment as it is searched: views of one shared buffer, nothing copied.

import { BIGRAM_KINDS, BigramFilter, type BigramKind } from './bigram-filter.ts';
import {
  CODED_FIELDS,
  type CodedField,
  FULL_TEXT_FIELDS,
  type FullTextField,
  IDENTIFIER_FIELDS,
  type IdentifierField,
  MISSING,
  STORED_NUMBERS,
  type StoredNumber,
} from './fields.ts';
import { VarintReader } from './growable-arrays.ts';
import { IdentifierTexts } from './identifier-texts.ts';
import { docsOfIdentity } from './identities.ts';
import { type Sections, unpack } from './layout.ts';
import { lowerBound } from './lower-bound.ts';
import { type PostingListRef, type Postings, PostingsReader } from './posting-lists.ts';
import { SpellingDictionary } from './spelling-dictionary.ts';
import { StringTable } from './string-table.ts';
import { TermDictionary, type TermInfo } from './term-dictionary.ts';
import { WordTerms } from './word-terms.ts';

/** Lookups that are remembered, those that found nothing too: a query asks for many words that are not there. */
const MAX_REMEMBERED = 20_000;

/** Words that hold a text, in whatever field: past this many they are not even listed. */
const MAX_CONTAINING = 300_000;

export class Segment {
  readonly buffer: SharedArrayBuffer;
  readonly productNos: Uint32Array;
  readonly flags: Uint8Array;
  readonly mainTerms: Uint8Array;
  readonly #postings: PostingsReader;
  readonly terms: TermDictionary;
  readonly spellings: SpellingDictionary;
  readonly words: StringTable;
  readonly wordTerms: WordTerms;
  readonly #wordFields: Uint8Array;
  /** From here on words stand in one place only. */
  readonly firstUniqueWord: number;
  readonly #bigrams: ReadonlyMap<BigramKind, BigramFilter>;
  readonly sections: Sections;
  readonly #numbers = new Map<StoredNumber, Uint32Array | Float64Array>();
  readonly #codes = new Map<CodedField, { codes: ArrayLike<number>; values: StringTable }>();
  readonly #textStarts: Uint32Array;
  readonly #textBytes: Uint8Array;
  readonly #identifiers = new Map<IdentifierField, IdentifierTexts>();
  readonly #termInfos = new Map<string, TermInfo | null>();

  constructor(buffer: SharedArrayBuffer) {
    const sections = unpack(buffer);
    this.buffer = buffer;
    this.sections = sections;
    this.productNos = sections.numbers as Uint32Array;
    this.flags = sections.flags as Uint8Array;
    this.mainTerms = sections.main_terms as Uint8Array;
    this.#postings = new PostingsReader(sections, this.productNos.length);
    this.terms = new TermDictionary(sections);
    this.spellings = new SpellingDictionary(sections);
    this.words = new StringTable(sections, 'spaced');
    this.wordTerms = new WordTerms(sections);
    this.#wordFields = (sections['spaced.fields'] ?? new Uint8Array(0)) as Uint8Array;
    this.firstUniqueWord = sections['spaced.first_single']![0]!;
    this.#bigrams = new Map(BIGRAM_KINDS.map((kind) => [kind, new BigramFilter(sections, kind, this.size)]));
    for (const field of STORED_NUMBERS) {
      const column = sections[`number.${field}`];
      if (column) this.#numbers.set(field, column as Uint32Array);
    }
    for (const field of CODED_FIELDS) {
      const codes = sections[`codes.${field}`];
      if (codes) this.#codes.set(field, { codes, values: new StringTable(sections, `values.${field}`) });
    }
    this.#textStarts = sections['text.starts'] as Uint32Array;
    this.#textBytes = sections['text.bytes'] as Uint8Array;
    for (const field of IDENTIFIER_FIELDS) {
      const texts = IdentifierTexts.of(sections, `own.${field}`);
      if (texts) this.#identifiers.set(field, texts);
    }
  }

  get size(): number {
    return this.productNos.length;
  }

  /** Where the entries of a term stand. */
  find(term: string): TermInfo | undefined {
    const known = this.#termInfos.get(term);
    if (known !== undefined) return known ?? undefined;
    const range = this.terms.find(term);
    if (this.#termInfos.size >= MAX_REMEMBERED) this.#termInfos.clear();
    this.#termInfos.set(term, range ?? null);
    return range;
  }

  postings(list: PostingListRef): Postings {
    return this.#postings.read(list);
  }

  /** Copies them; see `EntriesReader`. */
  copyPostings(range: PostingListRef, places: Uint32Array, docs: Uint32Array, weights: Uint8Array, at: number): number {
    return this.#postings.copy(range, places, docs, weights, at);
  }

  docOf(product_no: number): number | undefined {
    const { productNos } = this;
    // New products have numbers above all others: most are told apart here.
    if (product_no > productNos[productNos.length - 1]! || product_no < productNos[0]!) return undefined;
    const doc = lowerBound(productNos, product_no, 0, productNos.length);
    return this.productNos[doc] === product_no ? doc : undefined;
  }

  docsOfIdentity(identity: string, most = Number.POSITIVE_INFINITY): number[] {
    return docsOfIdentity(this.sections, identity, most);
  }

  /** The column of a number, with what stands in it for a lacking one. Undefined where all products lack it. */
  numberColumn(field: StoredNumber): { column: Uint32Array | Float64Array; lacking: number } | undefined {
    const column = this.#numbers.get(field);
    return column && { column, lacking: column instanceof Float64Array ? MISSING : 2 ** 32 - 1 };
  }

  number(field: StoredNumber, doc: number): number {
    const column = this.#numbers.get(field);
    if (!column || (column instanceof Uint32Array && column[doc] === 2 ** 32 - 1)) return MISSING;
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
  identifierTexts(field: IdentifierField): IdentifierTexts | undefined {
    return this.#identifiers.get(field);
  }

  identifierText(field: IdentifierField, doc: number): string {
    return this.#identifiers.get(field)?.text(doc) ?? '';
  }

  /** The digits of an own text, without zeros before them; '' where there are none. */
  identifierDigits(field: IdentifierField, doc: number): number | string {
    return this.#identifiers.get(field)?.digits(doc) ?? '';
  }

  identifiers(doc: number): Record<IdentifierField, string> {
    return Object.fromEntries(IDENTIFIER_FIELDS.map((field) => [field, this.identifierText(field, doc)])) as Record<
      IdentifierField,
      string
    >;
  }

  /** Whether an own text of a product holds some bytes, all of them. */
  identifierContains(field: IdentifierField, doc: number, needles: readonly Uint8Array[]): boolean {
    return this.#identifiers.get(field)?.holds(doc, needles) ?? false;
  }

  /**
   * The words that stand in more than one place, in one of some fields of any product, and hold a text; undefined where they
   * are more than `most`.
   */
  wordsContaining(fields: readonly FullTextField[], part: string, most: number): readonly number[] | undefined {
    const mask = fields.reduce((bits, field) => bits | (1 << FULL_TEXT_FIELDS.indexOf(field)), 0);
    const found = this.words.containing(part, MAX_CONTAINING, this.firstUniqueWord);
    const there = found?.filter((word) => this.#wordFields[word]! & mask);
    return there && there.length > most ? undefined : there;
  }

  /** All words that hold a text, of those that stand in more than one place, if they were looked for last. */
  lastWordsContaining(part: string): readonly number[] | undefined {
    return this.words.lastContaining(part, this.firstUniqueWord);
  }

  /** Marks the products that a list has. */
  markDocs(list: PostingListRef, marks: Uint8Array): void {
    this.#postings.mark(list, marks);
  }

  /** How many products may hold some bytes in texts of a kind, in words that stand nowhere else. */
  countBigramMatches(kind: BigramKind, needle: Uint8Array): number {
    return this.#bigrams.get(kind)!.count(needle);
  }

  /** Marks them. */
  markBigramMatches(kind: BigramKind, needle: Uint8Array, marks: Uint8Array): void {
    this.#bigrams.get(kind)!.mark(needle, marks);
  }

  /** Tells of single products whether they may hold some bytes so. */
  bigramTester(kind: BigramKind, needle: Uint8Array): (doc: number) => boolean {
    return this.#bigrams.get(kind)!.tester(needle);
  }

  /** Whether any product has it. */
  hasField(field: FullTextField): boolean {
    return this.sections['text.counts']![FULL_TEXT_FIELDS.indexOf(field)]! > 0;
  }

  /** Reads the texts of a product: for each worded field how many words it has, and their numbers. */
  textReader(doc: number): VarintReader {
    return new VarintReader(this.#textBytes, this.#textStarts[doc]!);
  }

  /** The numbers of the words between spaces of a text, in order. */
  wordIds(field: FullTextField, doc: number): number[] {
    const reader = this.textReader(doc);
    for (let skip = FULL_TEXT_FIELDS.indexOf(field); skip > 0; skip--) reader.pass(reader.next());
    const ids = new Array<number>(reader.next());
    for (let i = 0; i < ids.length; i++) ids[i] = reader.next();
    return ids;
  }

  countWords(field: FullTextField, doc: number): number {
    const reader = this.textReader(doc);
    for (let skip = FULL_TEXT_FIELDS.indexOf(field); skip > 0; skip--) reader.pass(reader.next());
    return reader.next();
  }

  /** A text as it was folded. */
  fullText(field: FullTextField, doc: number): string {
    return this.wordIds(field, doc)
      .map((id) => this.words.get(id))
      .join(' ');
  }

  /** The terms of a product's name, by their numbers, in order. */
  nameTerms(doc: number): number[] {
    const terms: number[] = [];
    const reader = this.textReader(doc);
    for (let left = reader.next(); left > 0; left--) this.wordTerms.addTo(terms, reader.next());
    return terms;
  }
}
