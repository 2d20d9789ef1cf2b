// Masks one email wherever a text mentions it, plain or percent-encoded, in any case.
import { foldEmail } from './fold-email.ts';
import { maskEmail } from './mask.ts';

/** joann@example.com does not mention ann@example.com. %3Dann@example.com does: D ends a percent-encoded character. */
const BEFORE = '(?<![\\p{L}\\p{N}._+-](?<!%[0-9a-f]{2}))';
const AFTER = '(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])';

export class Mention {
  readonly #needles: string[];
  readonly #replacements: [RegExp, string][];

  constructor(email: string) {
    // Both spellings: lower-casing can change the length of a text.
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

  /** The text with every mention masked; undefined if there is none. */
  maskText(text: string): string | undefined {
    if (!this.#mayContain(text)) return undefined;
    const masked = this.#replacements.reduce((each, [pattern, mask]) => each.replaceAll(pattern, () => mask), text);
    return masked === text ? undefined : masked;
  }

  /** The same for JSON: masks strings and property names. */
  maskJson(json: string): string | undefined {
    if (!this.#mayContain(json)) return undefined;
    const masked = JSON.stringify(this.#maskValue(JSON.parse(json)));
    return masked === JSON.stringify(JSON.parse(json)) ? undefined : masked;
  }

  #mayContain(text: string): boolean {
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
