// Masks emails, card numbers and API keys.
import { maskCardNumbers } from '@finderfee/contract/card-number.ts';

// An email may contain nearly any character before the @, so it is taken to start and end at white space or URL
// separators.
const AT = /@|%40/g;
const SEPARATOR = /[\s/?&=]/;
const WORD_END = /[\s/?&=]|$/g;
const API_KEY = /ff_[A-Za-z0-9_-]{20,}/g;

/** ann@example.com becomes a***@example.com. */
export function maskEmails(text: string): string {
  let masked = '';
  let end = 0;
  // One linear scan, because texts may be long.
  while (true) {
    const at = seek(AT, text, end);
    if (at < 0) return masked + text.slice(end);
    let from = at;
    while (from > end && !SEPARATOR.test(text[from - 1]!)) from--;
    const to = seek(WORD_END, text, at);
    masked += text.slice(end, from) + maskWord(text.slice(from, to));
    end = to;
  }
}

/** Keeps the first character, and everything from the last @ that is not at the end. */
function maskWord(word: string): string {
  const first = String.fromCodePoint(word.codePointAt(0)!);
  const at = Math.max(word.lastIndexOf('@', word.length - 2), word.lastIndexOf('%40', word.length - 4));
  return at < first.length ? word : `${first}***${word.slice(at)}`;
}

function seek(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** For a text that is known to be an email: keeps the first character and the domain. */
export const maskEmail = (email: string): string => email.trim().replace(/^(.).*?(@[^@]*)?$/su, '$1***$2');

/** Secrets that an error must not show even to the caller who sent them. */
export const maskCardsAndKeys = (text: string): string => maskCardNumbers(text.replace(API_KEY, 'ff_***'));

export const maskSecrets = (text: string): string => maskCardsAndKeys(maskEmails(text));

/** Ids and texts may hold emails, which only some callers may see. */
export const maskFor = (seesEmails: boolean) => (seesEmails ? maskCardsAndKeys : maskSecrets);

/** Generated ids, whose digits can look like a card number. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Masks all strings in plain data, including property names. A number that is a card number becomes null. */
export function maskTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return UUID.test(value) ? value : mask(value);
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, nested]) => [mask(name), maskTexts(nested, mask)]));
}
