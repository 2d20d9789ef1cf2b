// The alternatives of a filter, each of one or more words, and a search for all of their words in one pass over a text.
import { isAt } from '../../format/find-bytes.ts';
import type { WorkBudget } from '../work-budget.ts';

/** Told a text's words one by one, it says when all words of an alternative were among them. */
export class Alternatives {
  /** The words of all alternatives, each once. */
  readonly words: readonly string[];
  /** Each alternative by the numbers of its words. */
  readonly groups: readonly (readonly number[])[];
  readonly #budget: WorkBudget;
  /** By word: the alternatives that need it. */
  readonly #groupsOf: number[][];
  /** By word and by alternative: the text that it was last seen in. */
  readonly #seenIn: Uint32Array;
  readonly #begunIn: Uint32Array;
  /** By alternative: how many of its words the text lacks. */
  readonly #missing: Uint32Array;
  #text = 0;

  constructor(alternatives: readonly (readonly string[])[], budget: WorkBudget) {
    const numbers = new Map<string, number>();
    const numberOf = (word: string) => numbers.get(word) ?? numbers.set(word, numbers.size).get(word)!;
    this.groups = alternatives.map((words) => [...new Set(words.map(numberOf))]);
    this.words = [...numbers.keys()];
    this.#budget = budget;
    this.#groupsOf = this.words.map(() => []);
    for (const [group, words] of this.groups.entries()) for (const word of words) this.#groupsOf[word]!.push(group);
    this.#seenIn = new Uint32Array(this.words.length);
    this.#begunIn = new Uint32Array(this.groups.length);
    this.#missing = new Uint32Array(this.groups.length);
    budget.spend(WORD_COST * this.words.length);
  }

  beginText(): void {
    this.#text++;
  }

  /** Whether an alternative is complete with this word. */
  take(word: number): boolean {
    if (this.#seenIn[word] === this.#text) return false;
    this.#seenIn[word] = this.#text;
    const groups = this.#groupsOf[word]!;
    this.#budget.spend(groups.length);
    for (const group of groups) {
      if (this.#begunIn[group] !== this.#text) {
        this.#begunIn[group] = this.#text;
        this.#missing[group] = this.groups[group]!.length;
      }
      if (--this.#missing[group]! === 0) return true;
    }
    return false;
  }
}

/** Units for making ready a word to look for. */
const WORD_COST = 300;

const BUCKETS = 1024;
const bucketOf = (first: number, second: number): number => (first * 31 + second) & (BUCKETS - 1);

/** Finds the words of alternatives in bytes. Words are filed by their first two bytes, so most are never compared. */
export class WordFinder {
  readonly #alternatives: Alternatives;
  readonly #budget: WorkBudget;
  readonly #needles: readonly Buffer[];
  readonly #buckets = new Array<number[] | undefined>(BUCKETS);
  /** By byte: the word that is this byte alone, or -1. */
  readonly #single = new Int32Array(256).fill(-1);

  constructor(alternatives: Alternatives, budget: WorkBudget) {
    this.#alternatives = alternatives;
    this.#budget = budget;
    this.#needles = alternatives.words.map((word) => Buffer.from(word));
    for (const [word, needle] of this.#needles.entries()) {
      if (needle.length === 1) this.#single[needle[0]!] = word;
      else {
        const bucket = bucketOf(needle[0]!, needle[1]!);
        this.#buckets[bucket] ??= [];
        this.#buckets[bucket].push(word);
      }
    }
  }

  /** Calls `take` with the words inside some bytes, some several times, until it returns true; whether it did. */
  find(bytes: Uint8Array, from: number, to: number, take: (word: number) => boolean): boolean {
    let compared = to - from;
    let isFound = false;
    for (let at = from; at < to && !isFound; at++) {
      const single = this.#single[bytes[at]!]!;
      if (single >= 0) isFound = take(single);
      const words = at + 1 < to ? this.#buckets[bucketOf(bytes[at]!, bytes[at + 1]!)] : undefined;
      if (!words) continue;
      compared += words.length;
      for (let i = 0; i < words.length && !isFound; i++) {
        const needle = this.#needles[words[i]!]!;
        if (at + needle.length <= to && isAt(bytes, at, needle)) isFound = take(words[i]!);
      }
    }
    this.#budget.spend(BYTE_COST * compared);
    return isFound;
  }

  /** Whether the bytes hold every word of an alternative. */
  holdsOne(bytes: Uint8Array, from: number, to: number): boolean {
    this.#alternatives.beginText();
    return this.find(bytes, from, to, this.#take);
  }

  readonly #take = (word: number): boolean => this.#alternatives.take(word);
}

const BYTE_COST = 5;
