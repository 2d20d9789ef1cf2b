// Recent conversations as rows.
import { number, type Row, text, textOrNull } from '../columns.ts';
import type { LastEvent, RecentBy, RecentPage, TraceSummary } from '../recent-store.ts';

/** Kinds of events that are stored with facts. */
export const EVENT_KINDS = ['chat', 'offer', 'click', 'signup', 'conversion', 'webhook', 'tool'] as const;

export const toLastEvent = (row: Row): LastEvent => ({ at_ms: number(row, 'at_ms'), convo_id: text(row, 'convo_id') });

/** The bounds of a list: the beginning, the end, and the conversation to start below at the end. */
export const boundsOf = ({ since_ms, before }: RecentBy): [number, number, string] => [
  since_ms,
  before?.at_ms ?? Number.MAX_SAFE_INTEGER,
  before?.convo_id ?? '',
];

/** `last` is the last event that was read, if there may be more. */
export function recentPage(rows: LastEvent[], limit: number, last: LastEvent | null): RecentPage {
  return { rows, next: rows.length < limit ? last : (rows.at(-1) ?? null) };
}

/** Each kind has a column with its count. */
export const toSummary =
  (kinds: readonly (keyof TraceSummary['counts'])[]) =>
  (row: Row): TraceSummary => ({
    convo_id: text(row, 'convo_id'),
    started_at_ms: number(row, 'started_at_ms'),
    last_at_ms: number(row, 'last_at_ms'),
    counts: Object.fromEntries(kinds.map((kind) => [kind, number(row, kind)])),
    latest: textOrNull(row, 'latest'),
  });
