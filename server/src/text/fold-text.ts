// The form in which texts are compared: NFKC, case folded, accents folded, trimmed, white space collapsed.

/** Letters whose stroke or ligature is no combining mark, so that normalising leaves them. */
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
};
const SPECIAL = /[ßæœøđðłıςþ]/g;
const PLAIN = /^[\x20-\x7e]*$/;

export function foldText(text: string): string {
  const isPlain = PLAIN.test(text);
  const lower = isPlain ? text.toLowerCase() : foldLetters(text);
  return isPlain && !lower.includes('  ') ? lower.trim() : lower.replace(/\s+/gu, ' ').trim();
}

function foldLetters(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase();
  return lower
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(SPECIAL, (letter) => LETTERS[letter]!);
}
