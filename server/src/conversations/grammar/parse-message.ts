// The second stage of reading: turns typed spans into intents, clause by clause.

import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { isTagged, type Span } from '../tagger/span.ts';
import type { Intent } from './intent.ts';
import { compilePattern, matchPattern } from './match-pattern.ts';
import { readWords } from './read-words.ts';
import { RULES } from './rules.ts';

const COMPILED = RULES.map(([pattern, read]) => ({ pattern: compilePattern(pattern), read }));

export interface Clause {
  intents: Intent[];
  /** The clause takes back what the one before said: "no wait, …". */
  is_correction: boolean;
}

export function parseMessage(spans: Span[], vocabulary: Vocabulary): Clause[] {
  const clauses = splitClauses(joinPositions(spans));
  return clauses.map(({ spans: clause, is_correction }) => ({
    intents: parseClause(clause, vocabulary, is_correction),
    is_correction,
  }));
}

/** "the second one", "number 3", "#2", "the last one". */
function joinPositions(spans: Span[]): Span[] {
  const joined: Span[] = [];
  for (let at = 0; at < spans.length; at++) {
    const [span, next] = [spans[at]!, spans[at + 1]];
    const isNumbered = isTagged(span, 'position_word') && isTagged(next, 'amount') && next!.number! <= MAX_PLACE;
    const isOrdinal = isTagged(span, 'ordinal') && !isTagged(next, 'page');
    if (!isNumbered && !isOrdinal && !isTagged(span, 'last_one')) {
      joined.push(span);
      continue;
    }
    // "The first two" begin with the first.
    const isPair = isNumbered || isTagged(next, 'one') || (isOrdinal && /^(?:2|two|3|three)$/.test(next?.text ?? ''));
    const number = isNumbered ? next!.number! : isOrdinal ? span.number! : 0;
    joined.push({ tags: ['position'], text: isPair ? `${span.text} ${next!.text}` : span.text, number });
    if (isPair) at++;
  }
  return joined;
}

const MAX_PLACE = 100;

/** Splits at questions and corrections. A "no" is one before a pause ("no, in blue") or before what replaces a value ("no in blue"). */
function splitClauses(spans: Span[]): { spans: Span[]; is_correction: boolean }[] {
  const clauses = [{ spans: [] as Span[], is_correction: false }];
  for (const [i, span] of spans.entries()) {
    const last = clauses.at(-1)!;
    if (span.text === '?') clauses.push({ spans: [], is_correction: false });
    else if (!isTagged(span, 'correct') && !isLoneNo(spans, i)) last.spans.push(span);
    else if (last.spans.some((other) => !isTagged(other, 'pause', 'filler', 'greeting')))
      clauses.push({ spans: [], is_correction: true });
    else last.is_correction = true;
  }
  const filled = clauses.filter((clause) => clause.spans.length > 0);
  // "80 I mean".
  if (filled.length === 1 && clauses.at(-1)!.is_correction) filled[0]!.is_correction = true;
  return filled;
}

function isLoneNo(spans: Span[], at: number): boolean {
  if (spans[at]!.text !== 'no' && spans[at]!.text !== 'nope') return false;
  const isFirst = at === 0 || isTagged(spans[at - 1], 'pause');
  return isFirst && isTagged(spans[at + 1], 'pause', 'in', 'for', 'amount', 'article');
}

function parseClause(clause: Span[], vocabulary: Vocabulary, isCorrection: boolean): Intent[] {
  const spans = trimPauses(withoutStory(clause).filter((span) => !isSilent(span)));
  const intents: Intent[] = [];
  const rest: Span[] = [];
  for (let at = 0; at < spans.length; ) {
    const match = longestRule(spans, at, vocabulary);
    intents.push(...(match?.intents ?? []));
    rest.push(match ? BREAK : spans[at]!);
    at = match?.end ?? at + 1;
  }
  return readWords(intents, rest, spans, vocabulary, isCorrection);
}

/** Stands where a rule matched, so that words on both sides do not become one phrase. */
const BREAK: Span = { tags: ['break'], text: '' };

const isSilent = (span: Span): boolean => span.tags.every((tag) => ['filler', 'article', 'wish', 'one'].includes(tag));

const AGREEING = new Set(['ok', 'okay', 'fine', 'k']);

function trimPauses(spans: Span[]): Span[] {
  const from = spans.findIndex((span) => !isTagged(span, 'pause') && !AGREEING.has(span.text));
  const to = spans.findLastIndex((span) => !isTagged(span, 'pause'));
  return from < 0 ? [] : spans.slice(from, to + 1);
}

/** "the kettle broke, i need a new one": the words before a wish that names a thing tell why. */
function withoutStory(spans: Span[]): Span[] {
  const wish = spans.findLastIndex((span, i) => isTagged(span, 'wish') && spans.slice(i).some(({ isNoun }) => isNoun));
  const isTold = (i: number) => i < wish && isTagged(spans[i], 'word', 'orders', 'adjust', 'field.price', 'measure');
  const next = (i: number) => spans.findIndex((span, j) => j > i && !isTagged(span, 'article'));
  return spans.filter((span, i) => !isTold(i) && !(isTagged(span, 'not', 'release') && isTold(next(i))));
}

function longestRule(
  spans: Span[],
  at: number,
  vocabulary: Vocabulary,
): { intents: Intent[]; end: number } | undefined {
  const matches = COMPILED.map(({ pattern, read }) => ({ end: matchPattern(pattern, spans, at) ?? at, read }));
  for (const { end, read } of matches.filter(({ end }) => end > at).sort((a, b) => b.end - a.end)) {
    const found = read(spans.slice(at, end), vocabulary, spans[end]);
    if (found) return { intents: [found].flat(), end };
  }
  return undefined;
}
