// A segment in the making: products of the catalogue become terms, weights and columns.
import type { Product } from '../../../product/product.ts';
import type { ProductChange } from '../../../store/port.ts';
import { foldText } from '../../../text/fold-text.ts';
import { mayHaveExtras, tokensOf } from '../../../text/tokens.ts';
import { type FieldLengths, textOf } from '../../ranking/field-lengths.ts';
import { FIELD_WEIGHTS, K1, type SearchedField } from '../../ranking/weights.ts';
import { EntriesWriter } from './entries.ts';
import { isOwn, isWorded, OWN_FIELDS, type OwnField, WORDED_FIELDS } from './fields.ts';
import { GrowingBytes, GrowingNumbers } from './growing.ts';
import { identityKeysOf, identitySections } from './identities.ts';
import { pack } from './layout.ts';
import { ProductColumns } from './product-columns.ts';
import { type Read, readSpaced, type SpacedWord, type WordReader } from './read-words.ts';
import { spacedTermSections } from './spaced-terms.ts';
import { StringTable, sortByBytes } from './string-table.ts';
import { TermDictionaryWriter } from './term-dictionary.ts';
import { toWeightByte } from './weight-byte.ts';
import { wordSections } from './words.ts';

const FIELDS = Object.keys(FIELD_WEIGHTS) as SearchedField[];
/** Fields that tell one product from all others: there is nothing to be read into them. */
const IDENTIFYING = new Set<SearchedField>(['id', 'sku', 'mpn', 'asin', 'barcode']);
/** What follows these in a name is what the product is for, or comes with. */
const ENDS_MAIN_PART = new Set(
  'for with compatible fits w fur mit passend kompatibel pour avec compatibles para con'.split(' '),
);

export class Draft {
  readonly #lengths: FieldLengths;
  readonly #reader: WordReader;
  readonly #columns = new ProductColumns();
  readonly #termNumbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #words = new Set<string>();
  readonly #identities: { identity: string; doc: number }[] = [];
  /** The terms of one product after the other, with their weights. */
  readonly #entryTerms = new GrowingNumbers();
  readonly #entryWeights = new GrowingBytes();
  readonly #starts = new GrowingNumbers();
  /** By term: its sum in the product at hand. */
  #sums = new Float64Array(1024);
  readonly #touched: number[] = [];

  constructor(lengths: FieldLengths, reader: WordReader) {
    this.#lengths = lengths;
    this.#reader = reader;
    this.#starts.push(0);
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
    const worded = folded.map((text) => this.#reader.split(text));
    for (const field of FIELDS) {
      if (isWorded(field))
        this.#addWorded(field, folded[WORDED_FIELDS.indexOf(field)]!, worded[WORDED_FIELDS.indexOf(field)]!);
      else this.#addText(field, isOwn(field) ? own[field] : textOf(product[field]));
    }
    this.#endEntries();
    for (const identity of identityKeysOf(own)) this.#identities.push({ identity, doc });
    const merchant = { 'merchant.id': String(merchant_id), 'merchant.name': merchant_name! };
    this.#columns.add(product_no, product, { worded, own, ...merchant }, this.#mainTermsOf(worded[0]!));
  }

  /** All of it in one buffer. */
  seal(): SharedArrayBuffer {
    const order = sortByBytes(this.#terms);
    const rank = new Uint32Array(order.length);
    for (const [i, term] of order.entries()) rank[this.#termNumbers.get(term)!] = i;
    const { starts, docs, weights } = this.#invert(rank);
    const dictionary = new TermDictionaryWriter();
    const entries = new EntriesWriter(this.count);
    for (const [i, term] of order.entries()) {
      const [from, to] = [starts[i]!, starts[i + 1]!];
      dictionary.append(Buffer.from(term), to - from);
      entries.append(docs, weights, from, to);
    }
    const columns = this.#columns.sections();
    return pack({
      ...columns,
      ...spacedTermSections(this.#termsOfSpaced(new StringTable(columns, 'spaced'), rank)),
      ...dictionary.sections(),
      ...entries.sections(),
      ...identitySections(this.#identities),
      ...wordSections(sortByBytes([...this.#words])),
    });
  }

  #termsOfSpaced(spaced: StringTable, rank: Uint32Array): number[][] {
    return Array.from({ length: spaced.length }, (_, i) => {
      const [word] = this.#reader.split(spaced.get(i));
      return word!.terms.map((term) => rank[this.#termNumbers.get(term)!]!);
    });
  }

  /** From products with their terms to terms with their products. */
  #invert(rank: Uint32Array): { starts: Uint32Array; docs: Uint32Array; weights: Uint8Array } {
    const [terms, entryWeights, docStarts] = [
      this.#entryTerms.whole(),
      this.#entryWeights.whole(),
      this.#starts.whole(),
    ];
    const starts = new Uint32Array(rank.length + 1);
    for (const term of terms) starts[rank[term]! + 1]!++;
    for (let i = 0; i < rank.length; i++) starts[i + 1]! += starts[i]!;
    const next = starts.slice();
    const docs = new Uint32Array(terms.length);
    const weights = new Uint8Array(terms.length);
    for (let doc = 0; doc + 1 < docStarts.length; doc++) {
      for (let at = docStarts[doc]!; at < docStarts[doc + 1]!; at++) {
        const place = next[rank[terms[at]!]!]!++;
        docs[place] = doc;
        weights[place] = entryWeights[at]!;
      }
    }
    return { starts, docs, weights };
  }

  #addWorded(field: SearchedField, folded: string, spaced: readonly SpacedWord[]): void {
    let count = 0;
    for (const { words } of spaced) count += words.length;
    if (count === 0) return;
    const share = this.#shareOf(field, count);
    for (const word of spaced) this.#addRead(word, share);
    if (!mayHaveExtras(folded)) return;
    const words = spaced.flatMap((each) => each.words);
    for (const extra of this.#reader.extrasOf(folded, words)) this.#addTerm(this.#numberOf(extra), share);
  }

  #addText(field: SearchedField, text: string): void {
    if (text === '') return;
    const read = IDENTIFYING.has(field) ? readSpaced(text) : this.#reader.repeatedText(text, tokensOf);
    if (read.words.length === 0) return;
    const share = this.#shareOf(field, read.words.length);
    this.#addRead(read, share);
    if ('extras' in read) for (const extra of read.extras) this.#addTerm(this.#numberOf(extra), share);
  }

  /** BM25F: what a term counts in a field, by its weight and length. */
  #shareOf(field: SearchedField, count: number): number {
    const { weight, b } = FIELD_WEIGHTS[field];
    return weight / (1 - b + (b * count) / this.#lengths[field]);
  }

  #addRead(read: Read, share: number): void {
    if (read.draft !== this) {
      read.draft = this;
      read.term_numbers = read.terms.map((term) => this.#numberOf(term));
      for (const word of read.words) this.#words.add(word);
    }
    for (const number of read.term_numbers) this.#addTerm(number, share);
  }

  #numberOf(term: string): number {
    const known = this.#termNumbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.push(term) - 1;
    this.#termNumbers.set(term, number);
    if (number >= this.#sums.length) {
      const larger = new Float64Array(this.#sums.length * 2);
      larger.set(this.#sums);
      this.#sums = larger;
    }
    return number;
  }

  #addTerm(number: number, share: number): void {
    if (this.#sums[number] === 0) this.#touched.push(number);
    this.#sums[number]! += share;
  }

  #endEntries(): void {
    for (const term of this.#touched) {
      const sum = this.#sums[term]!;
      this.#entryTerms.push(term);
      this.#entryWeights.push(toWeightByte(sum / (sum + K1)));
      this.#sums[term] = 0;
    }
    this.#touched.length = 0;
    this.#starts.push(this.#entryTerms.length);
  }

  #mainTermsOf(name: readonly SpacedWord[]): number {
    let count = 0;
    for (const { words } of name) {
      for (const word of words) {
        if (count > 0 && ENDS_MAIN_PART.has(word)) return count;
        count++;
      }
    }
    return count;
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
