// Patterns over spans: tags separated by spaces, `a|b` for alternatives, `?` optional, `*` any number, `^` and `$` the ends.
import type { Span } from '../tagger/span.ts';

interface Element {
  tags: readonly string[];
  isOptional: boolean;
  isRepeated: boolean;
}

export type Pattern = readonly Element[];

export const compilePattern = (text: string): Pattern =>
  text.split(' ').map((part) => ({
    tags: part.replace(/[?*]$/, '').split('|'),
    isOptional: /[?*]$/.test(part),
    isRepeated: part.endsWith('*'),
  }));

/** The end of the longest match at a span, or undefined. */
export function matchPattern(pattern: Pattern, spans: readonly Span[], at: number, from = 0): number | undefined {
  const element = pattern[from];
  if (!element) return at;
  if (element.tags[0] === '^') return at === 0 ? matchPattern(pattern, spans, at, from + 1) : undefined;
  if (element.tags[0] === '$') return at === spans.length ? matchPattern(pattern, spans, at, from + 1) : undefined;
  const span = spans[at];
  if (span && (element.tags[0] === '.' || span.tags.some((tag) => element.tags.includes(tag)))) {
    const end = matchPattern(pattern, spans, at + 1, element.isRepeated ? from : from + 1);
    if (end !== undefined) return end;
  }
  return element.isOptional ? matchPattern(pattern, spans, at, from + 1) : undefined;
}
