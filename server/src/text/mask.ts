// Takes out of a text what no log may hold: emails, card numbers and API keys.
import { maskCardNumbers } from '@finderfee/contract/card-number.ts';

// Whole words, found in one pass: texts of any length come here, and a pattern that looks for an @ ahead would look from
// every letter. Almost any sign may stand before an @, an apostrophe too; these are what URLs and logs set apart.
const WORD = /[^\s/?&=]+/g;
const EMAIL = /^(.).*(@|%40)(.+)$/iu;
const API_KEY = /ff_[A-Za-z0-9_-]{20,}/g;

/** ann@example.com becomes a***@example.com. */
export const maskEmails = (text: string): string => text.replace(WORD, (word) => word.replace(EMAIL, '$1***$2$3'));

/** A text that is known to be an email: whatever signs stand before its @, only the first is shown. */
export const maskEmail = (email: string): string => email.trim().replace(/^(.).*?(@[^@]*)?$/su, '$1***$2');

/** What an error may not show even to the caller who sent it. */
export const maskCardsAndKeys = (text: string): string => maskCardNumbers(text.replace(API_KEY, 'ff_***'));

export const maskSecrets = (text: string): string => maskCardsAndKeys(maskEmails(text));
