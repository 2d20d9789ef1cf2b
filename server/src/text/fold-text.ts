// Folds text for comparison: NFKC, lower case, no accents, plain apostrophes and quotes, white space collapsed.

/** Letters that Unicode normalisation does not decompose, such as strokes and ligatures. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
  þ: 'th',
  ʼ: "'",
};
const SPECIAL = /[ßæœøđðłıςþʼ]/g;
const APOSTROPHES = /[`´‘’‚‛′ʻʼʽ＇｀]/g;
const QUOTES = /[“”„‟″«»＂]/g;
/** Printable ASCII without the backtick, which is folded to an apostrophe. */
const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/;

export function foldText(text: string): string {
  const isPlain = PLAIN.test(text);
  const lower = isPlain ? text.toLowerCase() : foldLetters(text);
  return isPlain && !lower.includes('  ') ? lower.trim() : lower.replace(/\s+/gu, ' ').trim();
}

/** Replaces typographic apostrophes and quotes with ASCII ones. */
export const plainQuotes = (text: string): string => text.replace(APOSTROPHES, "'").replace(QUOTES, '"');

function foldLetters(text: string): string {
  // Quotes first: NFKC turns an acute accent into a space, and a double prime into two primes.
  const lower = plainQuotes(text).normalize('NFKC').toLowerCase();
  return lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(SPECIAL, (letter) => LETTERS[letter]!);
}
