// Phrases of a language by what they do, looked up by the longest phrase at a word.
import { wordsOf } from '../text/analyse.ts';

export interface PhraseMatch {
  /** Number of tokens. */
  length: number;
  tags: readonly string[];
}

export class Lexicon {
  /** Tags by phrase; by first word, the lengths of the phrases that begin with it, the longest first. */
  readonly #tags = new Map<string, string[]>();
  readonly #lengths = new Map<string, number[]>();
  readonly #words = new Set<string>();

  constructor(phrases: Record<string, string>) {
    for (const [tag, text] of Object.entries(phrases)) {
      for (const phrase of listed(text)) this.#add(phrase, tag);
    }
  }

  #add(phrase: string, tag: string): void {
    const tags = this.#tags.get(phrase) ?? [];
    if (!tags.includes(tag)) tags.push(tag);
    this.#tags.set(phrase, tags);
    const words = phrase.split(' ');
    for (const word of words) this.#words.add(word);
    const lengths = new Set([...(this.#lengths.get(words[0]!) ?? []), words.length]);
    this.#lengths.set(
      words[0]!,
      [...lengths].sort((a, b) => b - a),
    );
  }

  longestAt(words: readonly string[], at: number): PhraseMatch | undefined {
    for (const length of this.#lengths.get(words[at] ?? '') ?? []) {
      if (at + length > words.length) continue;
      const tags = this.#tags.get(words.slice(at, at + length).join(' '));
      if (tags) return { length, tags };
    }
    return undefined;
  }

  knows(word: string): boolean {
    return this.#words.has(word);
  }

  get words(): Iterable<string> {
    return this.#words;
  }
}

/** Comma-separated phrases, tokenised as messages are. Signs are phrases of their own. */
export const listed = (text: string): string[] =>
  text.split(',').flatMap((phrase) => {
    const words = wordsOf(phrase);
    return words.length > 0 ? [words.join(' ')] : phrase.trim() ? [phrase.trim()] : [];
  });

export const spaced = (text: string): Set<string> => new Set(text.split(/\s+/).filter(Boolean));
