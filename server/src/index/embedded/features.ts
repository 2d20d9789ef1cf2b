// What the second look and the search for copies ask of a product, read from its segment.
import { wordsOf } from '../../text/analyse.ts';
import type { Copyable } from '../ranking/copies.ts';
import type { ProductFeatures } from '../ranking/second-look.ts';
import type { WordSpace } from '../ranking/word-space.ts';
import { FLAGS, LACKING } from './segment/fields.ts';
import { termOf } from './segment/read-words.ts';
import type { KnownWord, Segment } from './segment/segment.ts';

interface Category {
  rows: readonly number[];
  nodes: readonly string[];
}

const NO_CATEGORY: Category = { rows: [], nodes: [] };
const NO_TERMS: readonly string[] = [];
/** Forgotten all at once when there are more. */
const MAX_REMEMBERED = 20_000;

export class Features {
  readonly #segment: Segment;
  readonly #space: WordSpace | undefined;
  readonly #categories = new Map<number, Category>();
  readonly #brands = new Map<number, readonly string[]>();

  /** They are as good as the word space in which they are told. */
  constructor(segment: Segment, space: WordSpace | undefined) {
    this.#segment = segment;
    this.#space = space;
  }

  isIn(space: WordSpace | undefined): boolean {
    return this.#space === space;
  }

  of(doc: number): ProductFeatures {
    const segment = this.#segment;
    const category = this.#categoryOf(segment.codeOf('category', doc));
    const name: string[] = [];
    const rows = [...category.rows];
    const reader = segment.textReader(doc);
    for (let left = reader.next(); left > 0; left--) {
      const word = segment.spacedWord(reader.next());
      for (const term of word.terms) name.push(term);
      for (const row of this.#rowsOf(word)) rows.push(row);
    }
    return {
      name,
      main_terms: segment.mainTerms[doc]!,
      rows,
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

  #rowsOf(word: KnownWord): readonly number[] {
    if (word.space !== this.#space) {
      word.space = this.#space;
      word.rows = this.#space?.rowsOf(word.terms) ?? [];
    }
    return word.rows;
  }

  #categoryOf(code: number): Category {
    if (code === 0) return NO_CATEGORY;
    return remember(this.#categories, code, () => {
      const text = this.#segment.codedText('category', code);
      const levels = text
        .split('>')
        .map((level) => level.trim())
        .filter(Boolean);
      const rows = this.#space?.rowsOf(wordsOf(text).map(termOf)) ?? [];
      return { rows, nodes: levels.map((_, i) => levels.slice(0, i + 1).join('>')) };
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
