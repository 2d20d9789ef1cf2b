// Takes out of a text what no log may hold: emails, card numbers and API keys.
import { maskCardNumbers } from '@finderfee/contract/card-number.ts';

// Bounded, because it runs on texts of any length: without an @ in sight it would look ahead from every letter.
const EMAIL = /([^\s@/?&=:;,"'<>()])[^\s@/?&=:;,"'<>()]{0,63}(@|%40)([^\s@/?&=:;,"'<>()]{1,255})/gi;
const API_KEY = /ff_[A-Za-z0-9_-]{20,}/g;

/** ann@example.com becomes a***@example.com. */
export const maskEmails = (text: string): string => text.replace(EMAIL, '$1***$2$3');

export const maskSecrets = (text: string): string => maskCardNumbers(maskEmails(text).replace(API_KEY, 'ff_***'));
