// Builds a segment from products: posting lists with BM25F weights, columns and dictionaries.
import type { Product } from '../../../product/product.ts';
import type { SearchedField } from '../../../product/text-fields.ts';
import type { ProductChange } from '../../../store/packed-changes.ts';
import { stem } from '../../../text/analyse.ts';
import { foldText } from '../../../text/fold-text.ts';
import { FULL_TEXT_FIELDS, IDENTIFIER_FIELDS, type IdentifierField } from '../../criteria/field-kinds.ts';
import { GrowableUint32 } from '../../dictionary/growable-arrays.ts';
import { pack, type Sections } from '../../dictionary/layout.ts';
import { spellingSections } from '../../dictionary/spelling-dictionary.ts';
import { isSpellable } from '../../ranking/analyse-words.ts';
import {
  hasExtraTerms,
  identifiersOf,
  isPlainIdentifier,
  occurrenceWeight,
  SHARED_FIELDS,
} from '../../ranking/analysed-fields.ts';
import { type FieldLengths, textOf } from '../../ranking/field-lengths.ts';
import { nameIdentity } from '../../ranking/identities.ts';
import { identityKeysOf, identitySections } from '../format/identities.ts';
import { WordTermsWriter } from '../format/word-terms.ts';
import type { AnalysisCache } from './analysis-cache.ts';
import { ColumnsBuilder } from './columns-builder.ts';
import { PostingsBuilder } from './postings-builder.ts';

export class SegmentBuilder {
  readonly #lengths: FieldLengths;
  readonly #cache: AnalysisCache;
  readonly #columns: ColumnsBuilder;
  readonly #postings: PostingsBuilder;
  readonly #identities: { identity: string; doc: number }[] = [];
  /** Spellings from fields other than the full texts. */
  readonly #spellings: number[] = [];
  /** Scratch space: the words of the current document's full texts, of another field, and the terms of one. */
  readonly #fullTexts = FULL_TEXT_FIELDS.map(() => new GrowableUint32());
  readonly #words = new GrowableUint32();
  readonly #found: number[] = [];

  constructor(lengths: FieldLengths, cache: AnalysisCache) {
    this.#lengths = lengths;
    this.#cache = cache;
    this.#columns = new ColumnsBuilder(cache.words);
    this.#postings = new PostingsBuilder(cache.terms);
  }

  get count(): number {
    return this.#columns.count;
  }

  /** Products must come in ascending order of their numbers, each once. */
  add({ product_no, data, merchant_id, merchant_name }: ProductChange): void {
    const product = JSON.parse(data!) as Product;
    const doc = this.#columns.count;
    const identifiers = identifiersOf(product);
    const folded = FULL_TEXT_FIELDS.map((field) => foldText(product[field] ?? ''));
    for (let i = 0; i < folded.length; i++) this.#cache.split(folded[i]!, this.#fullTexts[i]!);
    for (const [i, field] of FULL_TEXT_FIELDS.entries()) this.#addWords(field, folded[i]!, this.#fullTexts[i]!);
    for (const field of IDENTIFIER_FIELDS) this.#addIdentifier(field, identifiers[field]);
    for (const field of SHARED_FIELDS) {
      const value = product[field];
      if (value !== undefined) this.#addShared(field, textOf(value));
    }
    this.#postings.endDocument();
    for (const identity of identityKeysOf(identifiers)) this.#identities.push({ identity, doc });
    this.#identities.push({ identity: this.#nameIdentity(), doc });
    const merchant = { 'merchant.id': String(merchant_id), 'merchant.name': merchant_name! };
    const mainTerms = this.#cache.countMainTerms(folded[0]!, this.#fullTexts[0]!);
    this.#columns.add(product_no, product, { fullTexts: this.#fullTexts, identifiers, ...merchant }, mainTerms);
  }

  build(): SharedArrayBuffer {
    const { sections: columns, wordOrder } = this.#columns.sections();
    const { sections: terms, rank } = this.#postings.sections();
    return pack({
      ...columns,
      ...this.#wordTermSections(wordOrder, rank),
      ...terms,
      ...identitySections(this.#identities),
      ...this.#spellingSections(wordOrder),
    });
  }

  /** `rank`: the number of each term in the dictionary. */
  #wordTermSections(words: Uint32Array, rank: Uint32Array): Sections {
    const writer = new WordTermsWriter();
    const terms = this.#found;
    for (const word of words) {
      terms.length = 0;
      this.#cache.addTermsOf(word, terms);
      for (let at = 0; at < terms.length; at++) terms[at] = rank[terms[at]!]!;
      writer.append(terms);
    }
    return writer.sections();
  }

  #spellingSections(words: Uint32Array): Sections {
    const { spellings } = this.#cache;
    for (const word of words) this.#cache.addSpellingsOf(word, this.#spellings);
    const isUsed = new Uint8Array(spellings.length);
    for (const spelling of this.#spellings) isUsed[spelling] = 1;
    return spellingSections(spellings, isUsed);
  }

  #addWords(field: SearchedField, folded: string, words: GrowableUint32): void {
    if (words.length === 0) return;
    const found = this.#found;
    found.length = 0;
    for (let i = 0; i < words.length; i++) this.#cache.addTermsOf(words.at(i), found);
    if (found.length === 0) return;
    const share = occurrenceWeight(field, found.length, this.#lengths);
    if (hasExtraTerms(field)) this.#cache.addExtrasOf(folded, words, found);
    this.#addTerms(found, share);
  }

  #nameIdentity(): string {
    const { terms } = this.#cache;
    const [name, found] = [this.#fullTexts[0]!, this.#found];
    found.length = 0;
    for (let i = 0; i < name.length; i++) this.#cache.addTermsOf(name.at(i), found);
    return nameIdentity(found.map((term) => terms.text(term)));
  }

  /** Mostly a single word that no other product has. */
  #addIdentifier(field: IdentifierField, folded: string): void {
    if (folded === '') return;
    if (isPlainIdentifier(folded)) {
      if (isSpellable(folded)) this.#spellings.push(this.#cache.spellings.internText(folded));
      this.#addTerms([this.#cache.termOf(stem(folded))], occurrenceWeight(field, 1, this.#lengths));
      return;
    }
    this.#cache.split(folded, this.#words);
    for (let i = 0; i < this.#words.length; i++) this.#cache.addSpellingsOf(this.#words.at(i), this.#spellings);
    this.#addWords(field, folded, this.#words);
  }

  #addShared(field: SearchedField, text: string): void {
    if (text === '') return;
    const analysed = this.#cache.text(text);
    if (analysed.terms.length === 0) return;
    if (analysed.lastBuilder !== this) {
      analysed.lastBuilder = this;
      this.#spellings.push(...analysed.spellings);
    }
    const share = occurrenceWeight(field, analysed.terms.length, this.#lengths);
    this.#addTerms(analysed.terms, share);
    this.#addTerms(analysed.extras, share);
  }

  #addTerms(terms: readonly number[], share: number): void {
    this.#postings.makeRoom();
    for (let i = 0; i < terms.length; i++) this.#postings.add(terms[i]!, share);
  }
}
