// Joins listed catalogue values into one span: "black, brown or grey".
import type { ValueField } from '../../vocabulary/vocabulary.ts';
import { isTagged, type Span } from './span.ts';

const JOINTS = ['or', 'also', 'and', 'slash'];

export function joinLists(spans: Span[]): Span[] {
  const joined: Span[] = [];
  for (let at = 0; at < spans.length; ) {
    const list = longestList(spans, at);
    joined.push(list?.span ?? spans[at]!);
    at = list?.end ?? at + 1;
  }
  return joined;
}

/** The longest list at a span whose values are all of one field. */
function longestList(spans: Span[], at: number): { span: Span; end: number } | undefined {
  for (const end of endsOfList(spans, at)) {
    const values = spans.slice(at, end).filter((span) => isTagged(span, 'value'));
    const field = sharedField(values);
    const text = spans.slice(at, end).map((span) => span.text);
    if (!field) continue;
    const all = new Set(values.flatMap((span) => valuesIn(span, field)));
    return { span: { tags: ['value'], text: text.join(' '), field, values: [...all] }, end };
  }
  return undefined;
}

/** The ends of values with joints between them, the last joint not being a comma; the longest first. */
function endsOfList(spans: Span[], at: number): number[] {
  const ends: number[] = [];
  if (!isTagged(spans[at], 'value')) return ends;
  for (let i = at + 1; i < spans.length; ) {
    let next = i;
    while (isTagged(spans[next], 'pause', ...JOINTS, 'article', 'in', 'from', 'by')) next++;
    const isJoined = spans.slice(i, next).some((span) => isTagged(span, ...JOINTS));
    if (next === i || !isTagged(spans[next], 'value')) break;
    if (isJoined) ends.unshift(next + 1);
    else if (spans[i]!.text !== ',') break;
    i = next + 1;
  }
  return ends;
}

function sharedField(list: Span[]): ValueField | undefined {
  const fields = list.map(({ field }) => field!);
  return fields.find((field) =>
    list.every((span) => span.field === field || span.meanings?.some((meaning) => meaning.field === field)),
  );
}

function valuesIn(span: Span, field: ValueField): string[] {
  if (span.field === field) return span.values!;
  const meaning = span.meanings?.find((other) => other.field === field);
  return meaning ? meaning.value.split('||') : span.values!;
}
