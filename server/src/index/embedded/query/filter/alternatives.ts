// Matches a text against alternatives of one or more words each, in one pass over the text.
import { matchesAt } from '../../../dictionary/find-bytes.ts';
import type { WorkBudget } from '../../../work-budget.ts';

/** Receives the words of a text one by one and reports when all words of an alternative were seen. */
export class Alternatives {
  /** Distinct words of all alternatives. */
  readonly words: readonly string[];
  /** Word numbers by alternative. */
  readonly groups: readonly (readonly number[])[];
  readonly #budget: WorkBudget;
  /** Alternatives by word. */
  readonly #groupsOf: number[][];
  /** By word and by alternative: the number of the last text that contained it. */
  readonly #seenIn: Uint32Array;
  readonly #startedIn: Uint32Array;
  /** By alternative: words not yet seen in this text. */
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
    this.#startedIn = new Uint32Array(this.groups.length);
    this.#missing = new Uint32Array(this.groups.length);
    budget.spend(WORD_COST * this.words.length);
  }

  beginText(): void {
    this.#text++;
  }

  /** Returns true when the word completes an alternative. */
  add(word: number): boolean {
    if (this.#seenIn[word] === this.#text) return false;
    this.#seenIn[word] = this.#text;
    const groups = this.#groupsOf[word]!;
    this.#budget.spend(groups.length);
    for (const group of groups) {
      if (this.#startedIn[group] !== this.#text) {
        this.#startedIn[group] = this.#text;
        this.#missing[group] = this.groups[group]!.length;
      }
      if (--this.#missing[group]! === 0) return true;
    }
    return false;
  }
}

/** Work units for preparing a word. */
const WORD_COST = 300;

const BUCKETS = 1024;
const bucketOf = (first: number, second: number): number => (first * 31 + second) & (BUCKETS - 1);

/** Multi-pattern search for the words of alternatives. Words are bucketed by their first two bytes. */
export class WordFinder {
  readonly #alternatives: Alternatives;
  readonly #budget: WorkBudget;
  readonly #needles: readonly Buffer[];
  readonly #buckets = new Array<number[] | undefined>(BUCKETS);
  /** By byte: the word that consists of this byte, or -1. */
  readonly #singleByte = new Int32Array(256).fill(-1);

  constructor(alternatives: Alternatives, budget: WorkBudget) {
    this.#alternatives = alternatives;
    this.#budget = budget;
    this.#needles = alternatives.words.map((word) => Buffer.from(word));
    for (const [word, needle] of this.#needles.entries()) {
      if (needle.length === 1) this.#singleByte[needle[0]!] = word;
      else {
        const bucket = bucketOf(needle[0]!, needle[1]!);
        this.#buckets[bucket] ??= [];
        this.#buckets[bucket].push(word);
      }
    }
  }

  /** Calls `take` for each word found, repeats included, until it returns true. Returns whether it did. */
  find(bytes: Uint8Array, from: number, to: number, take: (word: number) => boolean): boolean {
    let compared = to - from;
    let isFound = false;
    for (let at = from; at < to && !isFound; at++) {
      const single = this.#singleByte[bytes[at]!]!;
      if (single >= 0) isFound = take(single);
      const words = at + 1 < to ? this.#buckets[bucketOf(bytes[at]!, bytes[at + 1]!)] : undefined;
      if (!words) continue;
      compared += words.length;
      for (let i = 0; i < words.length && !isFound; i++) {
        const needle = this.#needles[words[i]!]!;
        if (at + needle.length <= to && matchesAt(bytes, at, needle)) isFound = take(words[i]!);
      }
    }
    this.#budget.spend(BYTE_COST * compared);
    return isFound;
  }

  /** Whether the bytes contain every word of an alternative. */
  containsOne(bytes: Uint8Array, from: number, to: number): boolean {
    this.#alternatives.beginText();
    return this.find(bytes, from, to, this.#add);
  }

  readonly #add = (word: number): boolean => this.#alternatives.add(word);
}

const BYTE_COST = 5;
