// What the second look and the search for copies ask of a product, read from its segment.
import { wordsOf } from '../../text/analyse.ts';
import type { Copyable } from '../ranking/copies.ts';
import type { ProductFeatures } from '../ranking/second-look.ts';
import { FLAGS, LACKING } from './segment/fields.ts';
import { termOf } from './segment/read-words.ts';
import type { Segment } from './segment/segment.ts';

interface Category {
  terms: readonly string[];
  nodes: readonly string[];
}

const NO_CATEGORY: Category = { terms: [], nodes: [] };
const NO_TERMS: readonly string[] = [];
/** Forgotten all at once when there are more. */
const MAX_REMEMBERED = 20_000;

export class Features {
  readonly #segment: Segment;
  readonly #categories = new Map<number, Category>();
  readonly #brands = new Map<number, readonly string[]>();

  constructor(segment: Segment) {
    this.#segment = segment;
  }

  of(doc: number): ProductFeatures {
    const segment = this.#segment;
    const name: string[] = [];
    const reader = segment.textReader(doc);
    for (let left = reader.next(); left > 0; left--) {
      for (const term of segment.spacedWord(reader.next()).terms) name.push(term);
    }
    const category = this.#categoryOf(segment.codeOf('category', doc));
    return {
      name,
      main_terms: segment.mainTerms[doc]!,
      category: category.terms,
      nodes: category.nodes,
      brand: this.#brandOf(segment.codeOf('brand', doc)),
      out_of_stock: (segment.flags[doc]! & FLAGS.out_of_stock) !== 0,
    };
  }

  /** Copies have one barcode; where there is none, one name, brand and colour. */
  copyable(doc: number): Copyable {
    const segment = this.#segment;
    const barcode = segment.ownText('barcode', doc).replace(/\D/g, '').replace(/^0+/, '');
    const texts = () => [segment.wordedText('name', doc), segment.textOf('brand', doc), segment.textOf('color', doc)];
    const amount = segment.number('final_price', doc);
    return {
      key: barcode || JSON.stringify(texts()),
      currency: segment.textOf('currency', doc),
      amount: amount === LACKING ? undefined : amount,
      out_of_stock: (segment.flags[doc]! & FLAGS.out_of_stock) !== 0,
    };
  }

  #categoryOf(code: number): Category {
    if (code === 0) return NO_CATEGORY;
    return remember(this.#categories, code, () => {
      const text = this.#segment.codedText('category', code);
      const levels = text
        .split('>')
        .map((level) => level.trim())
        .filter(Boolean);
      return { terms: wordsOf(text).map(termOf), nodes: levels.map((_, i) => levels.slice(0, i + 1).join('>')) };
    });
  }

  #brandOf(code: number): readonly string[] {
    if (code === 0) return NO_TERMS;
    return remember(this.#brands, code, () => wordsOf(this.#segment.codedText('brand', code)).map(termOf));
  }
}

function remember<T>(known: Map<number, T>, code: number, make: () => T): T {
  let value = known.get(code);
  if (value === undefined) {
    value = make();
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(code, value);
  }
  return value;
}
