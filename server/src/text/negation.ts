// Detects negated words: "without lids", "no sugar", "not clear", "gluten-free".

/** Negate all following words, up to one of `SCOPE_ENDS`. */
const NEGATES_ALL = new Set(['without', 'ohne', 'sans', 'sin']);
/** Negate one word. */
const NEGATES_ONE = new Set(['no', 'non', 'not', 'nicht', 'kein', 'keine']);
const SCOPE_ENDS = new Set([
  'for',
  'with',
  'and',
  'in',
  'on',
  'or',
  'but',
  'to',
  'fur',
  'mit',
  'und',
  'pour',
  'avec',
  'et',
  'para',
  'con',
  'y',
]);
const FREE = 'free';
/** After these words, "free" is a price or a promise, not a negation. */
const FREE_OF_CHARGE = new Set(['for', 'get', 'is', 'are', 'one', 'a', 'the', 'buy']);
/** Skipped: "not your phone" negates "phone". */
const DETERMINERS = new Set(['a', 'an', 'the', 'any', 'your', 'my', 'so', 'too', 'very']);
/** How many words "without" negates in a product text, which is longer than a query. */
const REACH = 2;

export const isNegation = (word: string): boolean => NEGATES_ALL.has(word) || NEGATES_ONE.has(word);

const endsScope = (word: string): boolean => SCOPE_ENDS.has(word) || isNegation(word);

/** The index term of a negated word. */
export const negatedTerm = (term: string): string => `!${term}`;

/** Positions of the negated words. `reach` limits how many words one "without" negates. */
export function negatedPositions(words: readonly string[], reach = REACH): Set<number> {
  const negated = new Set<number>();
  for (const [i, word] of words.entries()) {
    if (NEGATES_ALL.has(word)) {
      for (let j = i + 1; j < words.length && j <= i + reach && !endsScope(words[j]!); j++) negated.add(j);
    } else if (NEGATES_ONE.has(word)) {
      // "No. 5" is a number.
      if (word === 'no' && /^\d/.test(words[i + 1] ?? '')) continue;
      const next = DETERMINERS.has(words[i + 1] ?? '') ? i + 2 : i + 1;
      if (next < words.length) negated.add(next);
    } else if (word === FREE && i > 0 && !FREE_OF_CHARGE.has(words[i - 1]!)) {
      negated.add(i - 1);
    }
  }
  return negated;
}
