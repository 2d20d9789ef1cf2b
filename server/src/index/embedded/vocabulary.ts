// The words of the catalogue: which terms there are, which words begin or end so, which one a misspelt word means.
import { stem } from '../../text/analyse.ts';
import { editsBetween } from '../../text/edits.ts';
import type { Vocabulary as Asked } from '../ranking/interpret-query.ts';
import { Postings } from './postings.ts';
import { SortedWords } from './sorted-words.ts';

const MIN_COMPOUND_LETTERS = 10;
const MAX_COMPOUNDS = 20;
/** Two letters begin too many words for all of them to be meant. */
const MAX_BEGUN_BY_TWO = 50;

export class Vocabulary implements Asked {
  readonly #ids = new Map<string, number>();
  readonly terms: string[] = [];
  readonly postings: Postings[] = [];
  readonly #idOfWord = new Map<string, number>();
  /** As they are written; terms are stems. */
  readonly #words = new SortedWords();
  /** Long words from their end, for finding what they end with. */
  readonly #backwards = new SortedWords();
  /** Words without digits, with a bit for each letter: most are told apart by these. */
  readonly #spellable: string[] = [];
  #letters = new Uint32Array(1024);
  readonly #areSideBySide: (first: number, second: number) => boolean;

  /** Told by whoever has the names: whether one of them has two terms side by side. */
  constructor(areSideBySide: (first: number, second: number) => boolean) {
    this.#areSideBySide = areSideBySide;
  }

  idOf(term: string): number | undefined {
    return this.#ids.get(term);
  }

  count(term: string): number {
    const id = this.#ids.get(term);
    return id === undefined ? 0 : this.postings[id]!.live;
  }

  /** The term of a word of a product. */
  learnWord(word: string): number {
    const known = this.#idOfWord.get(word);
    if (known !== undefined) return known;
    const id = this.learnTerm(stem(word));
    this.#idOfWord.set(word, id);
    this.#words.add(word);
    if (/^\p{L}+$/u.test(word)) this.#learnSpelling(word);
    return id;
  }

  learnTerm(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.terms.push(term) - 1;
    this.postings.push(new Postings());
    this.#ids.set(term, id);
    return id;
  }

  begunBy(letters: string, limit: number): string[] {
    const most = letters.length === 2 ? MAX_BEGUN_BY_TWO : limit;
    return this.#words.startingWith(letters, most);
  }

  nearest(word: string, edits: number): string | undefined {
    const wanted = lettersOf(word);
    let best: { word: string; edits: number; count: number } | undefined;
    for (let i = 0; i < this.#spellable.length; i++) {
      if (bits(wanted ^ this.#letters[i]!) > 2 * edits) continue;
      const other = this.#spellable[i]!;
      if (Math.abs(other.length - word.length) > edits || other.length < 3) continue;
      const distance = editsBetween(word, other, edits);
      if (distance > edits) continue;
      const count = this.count(stem(other));
      if (count === 0) continue;
      if (!best || distance < best.edits || (distance === best.edits && isLikelier(word, other, count, best))) {
        best = { word: other, edits: distance, count };
      }
    }
    return best?.word;
  }

  compoundsOf(word: string): string[] {
    const backwards = [...word].reverse().join('');
    return this.#backwards
      .startingWith(backwards, MAX_COMPOUNDS)
      .map((found) => [...found].reverse().join(''))
      .filter((found) => found.length > word.length && this.#isBeginning(found.slice(0, -word.length)));
  }

  standTogether(first: string, second: string): boolean {
    const [a, b] = [this.idOf(first), this.idOf(second)];
    return a !== undefined && b !== undefined && this.#areSideBySide(a, b);
  }

  #isBeginning(part: string): boolean {
    return part.length > 2 && (this.count(stem(part)) > 0 || (part.endsWith('s') && this.count(part.slice(0, -1)) > 0));
  }

  #learnSpelling(word: string): void {
    if (word.length >= MIN_COMPOUND_LETTERS) this.#backwards.add([...word].reverse().join(''));
    if (this.#spellable.length === this.#letters.length) {
      const larger = new Uint32Array(this.#letters.length * 2);
      larger.set(this.#letters);
      this.#letters = larger;
    }
    this.#letters[this.#spellable.length] = lettersOf(word);
    this.#spellable.push(word);
  }
}

/** People get the first letter right, and mean the word that is sold more. */
function isLikelier(word: string, other: string, count: number, best: { word: string; count: number }): boolean {
  const [same, bestSame] = [other[0] === word[0], best.word[0] === word[0]];
  if (same !== bestSame) return same;
  return count > best.count || (count === best.count && other < best.word);
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) % 31);
  return letters;
}

function bits(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
