// A segment in the making: products of the catalogue become terms, weights and columns.
import type { Product } from '../../../product/product.ts';
import type { ProductChange } from '../../../store/port.ts';
import { foldText } from '../../../text/fold-text.ts';
import { extrasOf } from '../../../text/tokens.ts';
import { type FieldLengths, textOf } from '../../ranking/field-lengths.ts';
import { FIELD_WEIGHTS, type SearchedField } from '../../ranking/weights.ts';
import { DraftTerms } from './draft-terms.ts';
import { DraftWords } from './draft-words.ts';
import { isOwn, isWorded, OWN_FIELDS, type OwnField, WORDED_FIELDS } from './fields.ts';
import { GrowingNumbers } from './growing.ts';
import { identityKeysOf, identitySections } from './identities.ts';
import { pack } from './layout.ts';
import { ProductColumns } from './product-columns.ts';
import { readWords, type WordReader } from './read-words.ts';
import { keptTerm } from './term-dictionary.ts';

const FIELDS = Object.keys(FIELD_WEIGHTS) as SearchedField[];
/** Fields that tell one product from all others: there is nothing to be read into them. */
const IDENTIFYING = new Set<SearchedField>(['id', 'sku', 'mpn', 'asin', 'barcode']);

export class Draft {
  readonly #lengths: FieldLengths;
  readonly #reader: WordReader;
  readonly #columns = new ProductColumns();
  readonly #terms = new DraftTerms();
  readonly #words: DraftWords;
  readonly #identities: { identity: string; doc: number }[] = [];
  /** Of the product at hand: the words of its worded fields. */
  readonly #worded = WORDED_FIELDS.map(() => new GrowingNumbers());

  constructor(lengths: FieldLengths, reader: WordReader) {
    this.#lengths = lengths;
    this.#reader = reader;
    this.#words = new DraftWords(reader, this.#columns.spaced, this.#terms);
  }

  get count(): number {
    return this.#columns.count;
  }

  /** In the order of the products' numbers, each once. */
  add({ product_no, data, merchant_id, merchant_name }: ProductChange): void {
    const product = JSON.parse(data!) as Product;
    const doc = this.#columns.count;
    const own = ownTextsOf(product);
    const folded = WORDED_FIELDS.map((field) => foldText(product[field] ?? ''));
    for (const [i, text] of folded.entries()) this.#words.split(text, this.#worded[i]!);
    for (const field of FIELDS) {
      if (isWorded(field)) {
        const i = WORDED_FIELDS.indexOf(field);
        this.#addWorded(field, folded[i]!, this.#worded[i]!);
      } else if (isOwn(field)) this.#addOwn(field, own[field]);
      else if (product[field] !== undefined) this.#addRepeated(field, textOf(product[field]));
    }
    this.#terms.endProduct();
    for (const identity of identityKeysOf(own)) this.#identities.push({ identity, doc });
    const merchant = { 'merchant.id': String(merchant_id), 'merchant.name': merchant_name! };
    const mainTerms = this.#words.mainTermsOf(this.#worded[0]!, folded[0]!);
    this.#columns.add(product_no, product, { worded: this.#worded, own, ...merchant }, mainTerms);
  }

  /** All of it in one buffer. */
  seal(): SharedArrayBuffer {
    const { sections: columns, spaced } = this.#columns.sections();
    const { sections: terms, rank } = this.#terms.sections();
    return pack({
      ...columns,
      ...this.#words.sections(spaced, rank),
      ...terms,
      ...identitySections(this.#identities),
      ...this.#terms.wordSections(),
    });
  }

  #addWorded(field: SearchedField, folded: string, words: GrowingNumbers): void {
    if (words.length === 0) return;
    const found: number[] = [];
    this.#words.termsOf(words, found);
    if (found.length === 0) return;
    const share = this.#shareOf(field, found.length);
    this.#words.extrasOf(folded, words, found);
    this.#addTerms(found, share);
  }

  /** A text of one word, mostly, that no other product has. */
  #addOwn(field: OwnField, folded: string): void {
    if (folded === '') return;
    const read = readWords(folded);
    if (read.terms.length === 0) return;
    const share = this.#shareOf(field, read.terms.length);
    this.#addTerms(this.#terms.numbersOf(read), share);
    if (IDENTIFYING.has(field)) return;
    for (const extra of extrasOf(folded, read.words)) this.#terms.add(this.#terms.numberOf(keptTerm(extra)), share);
  }

  #addRepeated(field: SearchedField, text: string): void {
    if (text === '') return;
    const read = this.#reader.repeatedText(text);
    if (read.terms.length === 0) return;
    if (read.draft !== this) {
      read.draft = this;
      read.term_numbers = this.#terms.numbersOf(read);
      read.extra_numbers = read.extras.map((extra) => this.#terms.numberOf(extra));
    }
    const share = this.#shareOf(field, read.terms.length);
    this.#addTerms(read.term_numbers, share);
    this.#addTerms(read.extra_numbers, share);
  }

  #addTerms(terms: readonly number[], share: number): void {
    for (let i = 0; i < terms.length; i++) this.#terms.add(terms[i]!, share);
  }

  /** BM25F: what a term counts in a field, by its weight and length. */
  #shareOf(field: SearchedField, count: number): number {
    const { weight, b } = FIELD_WEIGHTS[field];
    return weight / (1 - b + (b * count) / this.#lengths[field]);
  }
}

function ownTextsOf(product: Product): Record<OwnField, string> {
  const own = {} as Record<OwnField, string>;
  for (const field of OWN_FIELDS) {
    const text = product[field];
    own[field] = text === undefined ? '' : foldText(text);
  }
  return own;
}
