// A part of the lexicon: how often terms and phrases were added and removed by some changes, and the words they brought.
// The lexicon is the sum of all parts. Parts are immutable and shared between threads, like segments without documents.
import { stem } from '../../text/analyse.ts';
import { BytesHash } from '../dictionary/bytes-hash.ts';
import { DictionaryLexicon } from '../dictionary/dictionary-lexicon.ts';
import { pack, type Sections, unpack } from '../dictionary/layout.ts';
import { forEachMergedTerm } from '../dictionary/merged-terms.ts';
import { SpellingDictionary, spellingSections } from '../dictionary/spelling-dictionary.ts';
import { TermDictionary, TermDictionaryWriter } from '../dictionary/term-dictionary.ts';
import { memoise } from '../memoise.ts';
import type { WorkBudget } from '../work-budget.ts';
import { type CountedTerms, phraseOf } from './counted-terms.ts';

const MAX_CACHED_FREQUENCIES = 50_000;

/** Dictionaries store unsigned numbers (zigzag encoding). */
const encodeCount = (count: number): number => (count < 0 ? -2 * count - 1 : 2 * count);
const decodeCount = (encoded: number): number => (encoded % 2 === 0 ? encoded / 2 : -(encoded + 1) / 2);

export class LexiconPart {
  readonly buffer: SharedArrayBuffer;
  readonly terms: TermDictionary;
  readonly phrases: TermDictionary;
  readonly spellings: SpellingDictionary;

  constructor(buffer: SharedArrayBuffer) {
    const sections = unpack(buffer);
    this.buffer = buffer;
    this.terms = new TermDictionary(sections);
    this.phrases = new TermDictionary(sections, 'phrases');
    this.spellings = new SpellingDictionary(sections);
  }
}

export class LexiconPartBuilder {
  readonly #terms = new SignedCounts();
  readonly #phrases = new SignedCounts();
  readonly #spellings = new BytesHash();

  add({ terms, phrases }: CountedTerms, spellings: Iterable<string>): void {
    for (const term of terms) this.#terms.add(term, 1);
    for (const phrase of phrases) this.#phrases.add(phrase, 1);
    for (const word of spellings) this.#spellings.internText(word);
  }

  subtract({ terms, phrases }: CountedTerms): void {
    for (const term of terms) this.#terms.add(term, -1);
    for (const phrase of phrases) this.#phrases.add(phrase, -1);
  }

  build(): LexiconPart {
    const all = new Uint8Array(this.#spellings.length).fill(1);
    const spellings = spellingSections(this.#spellings, all);
    return new LexiconPart(
      pack({ ...this.#terms.sections('terms'), ...this.#phrases.sections('phrases'), ...spellings }),
    );
  }
}

class SignedCounts {
  readonly #keys = new BytesHash();
  readonly #counts: number[] = [];

  add(key: string, count: number): void {
    const id = this.#keys.internText(key);
    this.#counts[id] = (this.#counts[id] ?? 0) + count;
  }

  sections(name: string): Sections {
    const writer = new TermDictionaryWriter();
    const keys = this.#keys;
    const isUsed = Uint8Array.from(this.#counts, (count) => Number(count !== 0));
    for (const id of keys.sorted(isUsed))
      writer.append(keys.bytes, keys.startOf(id), keys.startOf(id + 1), encodeCount(this.#counts[id]!));
    return writer.sections(name);
  }
}

/** `isWhole`: these are all parts of the lexicon, so words whose term no product has are dropped. */
export function mergeParts(parts: readonly LexiconPart[], isWhole: boolean): LexiconPart {
  const terms = sumCounts(parts.map((part) => part.terms)).sections('terms');
  const phrases = sumCounts(parts.map((part) => part.phrases)).sections('phrases');
  const words = new BytesHash();
  for (const { spellings } of parts)
    for (let i = 0; i < spellings.table.length; i++) spellings.table.internIn(words, i);
  const isKept = new Uint8Array(words.length).fill(1);
  if (isWhole) {
    const dictionary = new TermDictionary(terms);
    for (let i = 0; i < words.length; i++) isKept[i] = Number(dictionary.find(stem(words.text(i))) !== undefined);
  }
  return new LexiconPart(pack({ ...terms, ...phrases, ...spellingSections(words, isKept) }));
}

function sumCounts(dictionaries: readonly TermDictionary[]): TermDictionaryWriter {
  const writer = new TermDictionaryWriter();
  forEachMergedTerm(dictionaries, (term, length, occurrences) => {
    let sum = 0;
    for (const { count } of occurrences) sum += decodeCount(count);
    if (sum !== 0) writer.append(term, 0, length, encodeCount(sum));
  });
  return writer;
}

/** Every term with its number of products, in byte order. */
export function countsOf(parts: readonly LexiconPart[]): { term: string; count: number }[] {
  const counts: { term: string; count: number }[] = [];
  forEachMergedTerm(
    parts.map((part) => part.terms),
    (term, length, occurrences) => {
      const count = occurrences.reduce((sum, each) => sum + decodeCount(each.count), 0);
      if (count > 0) counts.push({ term: Buffer.from(term.buffer, 0, length).toString(), count });
    },
  );
  return counts;
}

const countIn = (dictionaries: readonly TermDictionary[], key: string): number =>
  dictionaries.reduce((sum, dictionary) => sum + decodeCount(dictionary.find(key)?.count ?? 0), 0);

/** `size`: the number of products. */
export function lexiconOf(parts: readonly LexiconPart[], size: number, budget: WorkBudget): DictionaryLexicon {
  const frequencies = new Map<string, number>();
  const [terms, phrases] = [parts.map((part) => part.terms), parts.map((part) => part.phrases)];
  return new DictionaryLexicon(
    {
      size,
      dictionaries: parts,
      documentFrequency: (term) => memoise(frequencies, term, MAX_CACHED_FREQUENCIES, () => countIn(terms, term)),
      isPhrase: (first, second) => {
        const phrase = phraseOf(first, second);
        return phrase !== undefined && countIn(phrases, phrase) > 0;
      },
    },
    budget,
  );
}
