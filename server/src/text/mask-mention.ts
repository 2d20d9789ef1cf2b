// Masks one email wherever a text mentions it, as it is or percent-encoded, in whatever case.
import { foldEmail } from './fold-email.ts';
import { maskEmail } from './mask.ts';

/** joann@example.com is not a mention of ann@example.com; %3Dann@example.com is, because the sign before is an encoded one. */
const BEFORE = '(?<![\\p{L}\\p{N}._+-](?<!%[0-9a-f]{2}))';
const AFTER = '(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])';

export class Mention {
  readonly #needles: string[];
  readonly #replacements: [RegExp, string][];

  constructor(email: string) {
    // As it is given, too: lower case may be longer than what it is made from.
    const spellings = [...new Set([foldEmail(email), email.trim()])];
    const pattern = (text: string) => new RegExp(`${BEFORE}${escapeRegExp(text)}${AFTER}`, 'giu');
    this.#needles = spellings.flatMap((each) =>
      [each, encodeURIComponent(each), JSON.stringify(each).slice(1, -1)].map(fold),
    );
    this.#replacements = spellings.flatMap((each): [RegExp, string][] => [
      [pattern(each), maskEmail(foldEmail(email))],
      [pattern(encodeURIComponent(each)), encodeURIComponent(maskEmail(foldEmail(email)))],
    ]);
  }

  /** The text with every mention masked; undefined where there is none. */
  maskText(text: string): string | undefined {
    if (!this.#mayHold(text)) return undefined;
    const masked = this.#replacements.reduce((each, [pattern, mask]) => each.replaceAll(pattern, () => mask), text);
    return masked === text ? undefined : masked;
  }

  /** Likewise in a JSON text: in its strings and in the names of its fields. */
  maskJson(json: string): string | undefined {
    if (!this.#mayHold(json)) return undefined;
    const masked = JSON.stringify(this.#maskValue(JSON.parse(json)));
    return masked === JSON.stringify(JSON.parse(json)) ? undefined : masked;
  }

  #mayHold(text: string): boolean {
    const folded = fold(text);
    return this.#needles.some((needle) => folded.includes(needle));
  }

  #maskValue(value: unknown): unknown {
    if (typeof value === 'string') return this.maskText(value) ?? value;
    if (Array.isArray(value)) return value.map((each) => this.#maskValue(each));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, each]) => [this.maskText(name) ?? name, this.#maskValue(each)]);
    return Object.fromEntries(entries);
  }
}

const fold = (text: string) => text.normalize('NFC').toLowerCase();

const escapeRegExp = (text: string) =>
  text.replace(/[.*+?^${}()|[\]\\/-]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
