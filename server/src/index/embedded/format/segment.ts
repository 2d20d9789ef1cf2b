// Reads a segment: typed views of one shared buffer, without copies.
import {
  CODED_FIELDS,
  type CodedField,
  FULL_TEXT_FIELDS,
  type FullTextField,
  IDENTIFIER_FIELDS,
  type IdentifierField,
} from '../../criteria/field-kinds.ts';
import { VarintReader } from '../../dictionary/growable-arrays.ts';
import { type Sections, unpack } from '../../dictionary/layout.ts';
import { lowerBound } from '../../dictionary/lower-bound.ts';
import type { PostingListRef } from '../../dictionary/posting-list-ref.ts';
import { SpellingDictionary } from '../../dictionary/spelling-dictionary.ts';
import { StringTable } from '../../dictionary/string-table.ts';
import { TermDictionary, type TermInfo } from '../../dictionary/term-dictionary.ts';
import { BIGRAM_KINDS, BigramFilter, type BigramKind } from './bigram-filter.ts';
import { MISSING, STORED_NUMBERS, type StoredNumber } from './fields.ts';
import { IdentifierTexts } from './identifier-texts.ts';
import { docsOfIdentity } from './identities.ts';
import { type Postings, PostingsReader } from './posting-lists.ts';
import { WordTerms } from './word-terms.ts';

/** Cached term lookups, misses included: queries look up many absent terms. */
const MAX_CACHED_TERMS = 20_000;

/** A scan for words that contain a text gives up beyond this many. */
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
  /** Words from here on occur only once in the segment. */
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
    this.productNos = sections.product_nos as Uint32Array;
    this.flags = sections.flags as Uint8Array;
    this.mainTerms = sections.main_terms as Uint8Array;
    this.#postings = new PostingsReader(sections, this.productNos.length);
    this.terms = new TermDictionary(sections);
    this.spellings = new SpellingDictionary(sections);
    this.words = new StringTable(sections, 'words');
    this.wordTerms = new WordTerms(sections);
    this.#wordFields = (sections['words.fields'] ?? new Uint8Array(0)) as Uint8Array;
    this.firstUniqueWord = sections['words.first_unique']![0]!;
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
      const texts = IdentifierTexts.of(sections, `identifiers.${field}`);
      if (texts) this.#identifiers.set(field, texts);
    }
  }

  get size(): number {
    return this.productNos.length;
  }

  find(term: string): TermInfo | undefined {
    const cached = this.#termInfos.get(term);
    if (cached !== undefined) return cached ?? undefined;
    const info = this.terms.find(term);
    if (this.#termInfos.size >= MAX_CACHED_TERMS) this.#termInfos.clear();
    this.#termInfos.set(term, info ?? null);
    return info;
  }

  postings(list: PostingListRef): Postings {
    return this.#postings.read(list);
  }

  /** See `PostingsReader.copy`. */
  copyPostings(list: PostingListRef, newDocs: Uint32Array, docs: Uint32Array, weights: Uint8Array, at: number): number {
    return this.#postings.copy(list, newDocs, docs, weights, at);
  }

  docOf(product_no: number): number | undefined {
    const { productNos } = this;
    // New products have higher numbers than all others, so this decides most lookups.
    if (product_no > productNos[productNos.length - 1]! || product_no < productNos[0]!) return undefined;
    const doc = lowerBound(productNos, product_no, 0, productNos.length);
    return this.productNos[doc] === product_no ? doc : undefined;
  }

  docsOfIdentity(identity: string, max = Number.POSITIVE_INFINITY): number[] {
    return docsOfIdentity(this.sections, identity, max);
  }

  /** A numeric column and its marker of missing numbers. Undefined if all documents lack the field. */
  numberColumn(field: StoredNumber): { column: Uint32Array | Float64Array; missing: number } | undefined {
    const column = this.#numbers.get(field);
    return column && { column, missing: column instanceof Float64Array ? MISSING : 2 ** 32 - 1 };
  }

  number(field: StoredNumber, doc: number): number {
    const column = this.#numbers.get(field);
    if (!column || (column instanceof Uint32Array && column[doc] === 2 ** 32 - 1)) return MISSING;
    return column[doc]!;
  }

  /** The codes of a field: 0 if missing, otherwise the index in `values` + 1. Undefined if all documents lack the field. */
  codeColumn(field: CodedField): { codes: ArrayLike<number>; values: StringTable } | undefined {
    return this.#codes.get(field);
  }

  /** The documents with a value, ascending; undefined if the field is not inverted. */
  docsWithCode(field: CodedField, code: number): Uint32Array | undefined {
    const starts = this.sections[`inverted.${field}.starts`];
    return starts && (this.sections[`inverted.${field}.docs`] as Uint32Array).subarray(starts[code], starts[code + 1]);
  }

  codeOf(field: CodedField, doc: number): number {
    return this.#codes.get(field)?.codes[doc] ?? 0;
  }

  codedText(field: CodedField, code: number): string {
    return this.#codes.get(field)!.values.get(code - 1);
  }

  /** The folded value of a coded field; list items are separated by line breaks. */
  textOf(field: CodedField, doc: number): string {
    const code = this.codeOf(field, doc);
    return code === 0 ? '' : this.codedText(field, code);
  }

  /** Undefined if all documents lack the field. */
  identifierTexts(field: IdentifierField): IdentifierTexts | undefined {
    return this.#identifiers.get(field);
  }

  identifierText(field: IdentifierField, doc: number): string {
    return this.#identifiers.get(field)?.text(doc) ?? '';
  }

  /** The digits of an identifier without leading zeros; '' if there are none. */
  identifierDigits(field: IdentifierField, doc: number): number | string {
    return this.#identifiers.get(field)?.digits(doc) ?? '';
  }

  identifiers(doc: number): Record<IdentifierField, string> {
    return Object.fromEntries(IDENTIFIER_FIELDS.map((field) => [field, this.identifierText(field, doc)])) as Record<
      IdentifierField,
      string
    >;
  }

  /** Whether an identifier contains all needles. */
  identifierContains(field: IdentifierField, doc: number, needles: readonly Uint8Array[]): boolean {
    return this.#identifiers.get(field)?.contains(doc, needles) ?? false;
  }

  /** The repeated words of some fields that contain `part`; undefined if there are more than `max`. */
  wordsContaining(fields: readonly FullTextField[], part: string, max: number): readonly number[] | undefined {
    const mask = fields.reduce((bits, field) => bits | (1 << FULL_TEXT_FIELDS.indexOf(field)), 0);
    const found = this.words.containing(part, MAX_CONTAINING, this.firstUniqueWord);
    const words = found?.filter((word) => this.#wordFields[word]! & mask);
    return words && words.length > max ? undefined : words;
  }

  /** The repeated words of any field that contain `part`, if that was the last scan. */
  lastWordsContaining(part: string): readonly number[] | undefined {
    return this.words.lastContaining(part, this.firstUniqueWord);
  }

  /** Marks the documents of a posting list. */
  markDocs(list: PostingListRef, marks: Uint8Array): void {
    this.#postings.mark(list, marks);
  }

  /** Number of documents that may contain the needle in an identifier or in a word that occurs once. */
  countBigramMatches(kind: BigramKind, needle: Uint8Array): number {
    return this.#bigrams.get(kind)!.count(needle);
  }

  /** Marks the documents that `countBigramMatches` counts. */
  markBigramMatches(kind: BigramKind, needle: Uint8Array, marks: Uint8Array): void {
    this.#bigrams.get(kind)!.mark(needle, marks);
  }

  /** Tests whether `countBigramMatches` counts a document. */
  bigramTester(kind: BigramKind, needle: Uint8Array): (doc: number) => boolean {
    return this.#bigrams.get(kind)!.tester(needle);
  }

  /** Whether any document has the field. */
  hasField(field: FullTextField): boolean {
    return this.sections['text.counts']![FULL_TEXT_FIELDS.indexOf(field)]! > 0;
  }

  /** Reads the full texts of a document: per field the number of words, then their ids. */
  textReader(doc: number): VarintReader {
    return new VarintReader(this.#textBytes, this.#textStarts[doc]!);
  }

  wordIds(field: FullTextField, doc: number): number[] {
    const reader = this.textReader(doc);
    for (let skip = FULL_TEXT_FIELDS.indexOf(field); skip > 0; skip--) reader.skipNumbers(reader.next());
    const ids = new Array<number>(reader.next());
    for (let i = 0; i < ids.length; i++) ids[i] = reader.next();
    return ids;
  }

  countWords(field: FullTextField, doc: number): number {
    const reader = this.textReader(doc);
    for (let skip = FULL_TEXT_FIELDS.indexOf(field); skip > 0; skip--) reader.skipNumbers(reader.next());
    return reader.next();
  }

  /** The folded text. */
  fullText(field: FullTextField, doc: number): string {
    return this.wordIds(field, doc)
      .map((id) => this.words.get(id))
      .join(' ');
  }

  /** The term numbers of the name, in order. */
  nameTerms(doc: number): number[] {
    const terms: number[] = [];
    const reader = this.textReader(doc);
    for (let left = reader.next(); left > 0; left--) this.wordTerms.addTo(terms, reader.next());
    return terms;
  }
}
