// A segment in the making: products of the catalogue become terms, weights and columns.
import type { Product } from '../../../product/product.ts';
import { SEARCHED_FIELDS, type SearchedField } from '../../../product/text-fields.ts';
import type { ProductChange } from '../../../store/packed-changes.ts';
import { stem } from '../../../text/analyse.ts';
import { foldText } from '../../../text/fold-text.ts';
import { type FieldLengths, textOf } from '../../ranking/field-lengths.ts';
import { FIELD_WEIGHTS } from '../../ranking/weights.ts';
import {
  FULL_TEXT_FIELDS,
  IDENTIFIER_FIELDS,
  type IdentifierField,
  isFullText,
  isIdentifierField,
} from '../format/fields.ts';
import { GrowableUint32 } from '../format/growable-arrays.ts';
import { identityKeysOf, identitySections, nameIdentity } from '../format/identities.ts';
import { pack, type Sections } from '../format/layout.ts';
import { isSpellable, spellingSections } from '../format/spelling-dictionary.ts';
import { WordTermsWriter } from '../format/word-terms.ts';
import type { AnalysisCache } from './analysis-cache.ts';
import { ColumnsBuilder } from './columns-builder.ts';
import { PostingsBuilder } from './postings-builder.ts';

/** Texts that products share, mostly. */
const KNOWN_FIELDS = SEARCHED_FIELDS.filter((field) => !isFullText(field) && !isIdentifierField(field));
/** Fields that tell one product from all others: there is nothing to be read into them. */
const IDENTIFYING = new Set<SearchedField>(['id', 'sku', 'mpn', 'asin', 'barcode']);

/** Texts that are one word, and one term but for its ending. */
const PLAIN_WORD = /^[a-z0-9]+$/;

export class SegmentBuilder {
  readonly #lengths: FieldLengths;
  readonly #analysis: AnalysisCache;
  readonly #columns: ColumnsBuilder;
  readonly #terms: PostingsBuilder;
  readonly #identities: { identity: string; doc: number }[] = [];
  /** Words of letters that the products have outside of their worded fields. */
  readonly #spellings: number[] = [];
  /** Of the product at hand: the words of its worded fields, and of another one. */
  readonly #worded = FULL_TEXT_FIELDS.map(() => new GrowableUint32());
  readonly #words = new GrowableUint32();
  readonly #found: number[] = [];

  constructor(lengths: FieldLengths, analysis: AnalysisCache) {
    this.#lengths = lengths;
    this.#analysis = analysis;
    this.#columns = new ColumnsBuilder(analysis.words);
    this.#terms = new PostingsBuilder(analysis.terms);
  }

  get count(): number {
    return this.#columns.count;
  }

  /** In the order of the products' numbers, each once. */
  add({ product_no, data, merchant_id, merchant_name }: ProductChange): void {
    const product = JSON.parse(data!) as Product;
    const doc = this.#columns.count;
    const own = ownTextsOf(product);
    const folded = FULL_TEXT_FIELDS.map((field) => foldText(product[field] ?? ''));
    for (let i = 0; i < folded.length; i++) this.#analysis.split(folded[i]!, this.#worded[i]!);
    for (const [i, field] of FULL_TEXT_FIELDS.entries()) this.#addWords(field, folded[i]!, this.#worded[i]!);
    for (const field of IDENTIFIER_FIELDS) this.#addOwn(field, own[field]);
    for (const field of KNOWN_FIELDS) {
      const value = product[field];
      if (value !== undefined) this.#addKnown(field, textOf(value));
    }
    this.#terms.endProduct();
    for (const identity of identityKeysOf(own)) this.#identities.push({ identity, doc });
    this.#identities.push({ identity: this.#nameIdentity(), doc });
    const merchant = { 'merchant.id': String(merchant_id), 'merchant.name': merchant_name! };
    const mainTerms = this.#analysis.countMainTerms(folded[0]!, this.#worded[0]!);
    this.#columns.add(product_no, product, { worded: this.#worded, own, ...merchant }, mainTerms);
  }

  /** All of it in one buffer. */
  seal(): SharedArrayBuffer {
    const { sections: columns, spaced } = this.#columns.sections();
    const { sections: terms, rank } = this.#terms.sections();
    return pack({
      ...columns,
      ...this.#termsOf(spaced, rank),
      ...terms,
      ...identitySections(this.#identities),
      ...this.#spellingsOf(spaced),
    });
  }

  /** Which terms words stand for. `rank`: the places of the terms in their order. */
  #termsOf(words: Uint32Array, rank: Uint32Array): Sections {
    const writer = new WordTermsWriter();
    const terms = this.#found;
    for (const word of words) {
      terms.length = 0;
      this.#analysis.addTermsOf(word, terms);
      for (let at = 0; at < terms.length; at++) terms[at] = rank[terms[at]!]!;
      writer.append(terms);
    }
    return writer.sections();
  }

  #spellingsOf(words: Uint32Array): Sections {
    const { spellings } = this.#analysis;
    for (const word of words) this.#analysis.addSpellingsOf(word, this.#spellings);
    const isUsed = new Uint8Array(spellings.length);
    for (const spelling of this.#spellings) isUsed[spelling] = 1;
    return spellingSections(spellings, isUsed);
  }

  #addWords(field: SearchedField, folded: string, words: GrowableUint32): void {
    if (words.length === 0) return;
    const found = this.#found;
    found.length = 0;
    for (let i = 0; i < words.length; i++) this.#analysis.addTermsOf(words.at(i), found);
    if (found.length === 0) return;
    const share = this.#shareOf(field, found.length);
    if (!IDENTIFYING.has(field)) this.#analysis.addExtrasOf(folded, words, found);
    this.#addTerms(found, share);
  }

  #nameIdentity(): string {
    const { terms } = this.#analysis;
    const [name, found] = [this.#worded[0]!, this.#found];
    found.length = 0;
    for (let i = 0; i < name.length; i++) this.#analysis.addTermsOf(name.at(i), found);
    return nameIdentity(found.map((term) => terms.text(term)));
  }

  /** A text of one word, mostly, that no other product has. */
  #addOwn(field: IdentifierField, folded: string): void {
    if (folded === '') return;
    if (PLAIN_WORD.test(folded)) {
      if (isSpellable(folded)) this.#spellings.push(this.#analysis.spellings.internText(folded));
      this.#addTerms([this.#analysis.termOf(stem(folded))], this.#shareOf(field, 1));
      return;
    }
    this.#analysis.split(folded, this.#words);
    for (let i = 0; i < this.#words.length; i++) this.#analysis.addSpellingsOf(this.#words.at(i), this.#spellings);
    this.#addWords(field, folded, this.#words);
  }

  /** A text that other products have too. */
  #addKnown(field: SearchedField, text: string): void {
    if (text === '') return;
    const known = this.#analysis.text(text);
    if (known.terms.length === 0) return;
    if (known.draft !== this) {
      known.draft = this;
      this.#spellings.push(...known.spellings);
    }
    const share = this.#shareOf(field, known.terms.length);
    this.#addTerms(known.terms, share);
    this.#addTerms(known.extras, share);
  }

  #addTerms(terms: readonly number[], share: number): void {
    this.#terms.makeRoom();
    for (let i = 0; i < terms.length; i++) this.#terms.add(terms[i]!, share);
  }

  /** BM25F: what a term counts in a field, by its weight and length. */
  #shareOf(field: SearchedField, count: number): number {
    const { weight, b } = FIELD_WEIGHTS[field];
    return weight / (1 - b + (b * count) / this.#lengths[field]);
  }
}

function ownTextsOf(product: Product): Record<IdentifierField, string> {
  const own = {} as Record<IdentifierField, string>;
  for (const field of IDENTIFIER_FIELDS) {
    const text = product[field];
    own[field] = text === undefined ? '' : foldText(text);
  }
  return own;
}
