// Tells the language of a message. A message is English unless several words say otherwise.
import { ENGLISH_FUNCTION_WORDS, ENGLISH_LOOKALIKES } from './english-words.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import type { LanguageData } from './language-data.ts';
import { OTHER_LANGUAGES } from './other-languages.ts';
import { PORTUGUESE } from './portuguese.ts';
import { SPANISH } from './spanish.ts';

export const LANGUAGES: readonly LanguageData[] = [GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE];

/** One foreign word is a name or a loan word ("rucksack", "manga"), unless its language has all other words too. */
const CLEAR_EVIDENCE = 2;
/** Words of other scripts. Single Greek letters are units and symbols. */
const OTHER_SCRIPT = /^(?:[^\p{Script=Latin}\p{Script=Greek}\p{N}]+|\p{Script=Greek}{3,})$/u;

interface Profile {
  language: LanguageData | 'unknown';
  /** Words that English does not have. */
  evidence: ReadonlySet<string>;
  /** All words of the language that the data files hold. */
  words: ReadonlySet<string>;
}

const wordSet = (text: string): Set<string> => new Set(text.match(/[^\s,]+/g));
const ENGLISH = wordSet(ENGLISH_FUNCTION_WORDS);
const NO_EVIDENCE = ENGLISH.union(wordSet(ENGLISH_LOOKALIKES));

const PROFILES: readonly Profile[] = [
  ...LANGUAGES.map((language) => {
    const phrases = [...Object.values(language.phrases), ...Object.values(language.translations)].join();
    const words = wordSet(`${language.function_words} ${phrases}`);
    return { language, evidence: words.difference(NO_EVIDENCE), words };
  }),
  ...Object.values(OTHER_LANGUAGES).map((list) => {
    const words = wordSet(list);
    return { language: 'unknown' as const, evidence: words, words };
  }),
];

const FOREIGN_WORDS = new Set(PROFILES.flatMap(({ evidence }) => [...evidence]));

/** The words are those of `wordsOf`. Words that `isKnown` accepts, such as brands, are not evidence of a language. */
export function detectLanguage(
  words: readonly string[],
  isKnown: (word: string) => boolean,
): LanguageData | 'unknown' | 'english' {
  const said = new Set(words);
  const unknown = new Set(words.filter((word) => /\p{L}/u.test(word) && !isKnown(word)));
  const inOtherScript = [...unknown].filter((word) => OTHER_SCRIPT.test(word)).length;
  if (inOtherScript * 2 > unknown.size) return 'unknown';
  if (unknown.size < 2 || unknown.isDisjointFrom(FOREIGN_WORDS)) return 'english';
  const english = said.intersection(ENGLISH);
  const ranked = PROFILES.map((profile) => ({
    language: profile.language,
    evidence: unknown.intersection(profile.evidence).size,
    against: english.difference(profile.words).size,
    hasAll: unknown.isSubsetOf(profile.words),
    coverage: said.intersection(profile.words).size,
  }))
    .filter(({ evidence, against, hasAll }) => evidence > against && (evidence >= CLEAR_EVIDENCE || hasAll))
    .sort((a, b) => b.evidence - a.evidence || b.coverage - a.coverage);
  return ranked[0]?.language ?? 'english';
}
