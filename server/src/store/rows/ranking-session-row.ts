// Ranking sessions as rows, and the searches that they keep for traces.
import { bytes, json, number, type Row, text, textOrNull } from '../columns.ts';
import type { ListedSession, RankingSession, SearchEvent } from '../session-store.ts';

export function toRankingSession(row: Row): RankingSession {
  // A Uint32Array needs an aligned buffer, hence the copy.
  const { buffer } = Uint8Array.from(bytes(row, 'product_nos'));
  return { ...headOf(row), product_nos: new Uint32Array(buffer) };
}

export const toListedSession = (row: Row): ListedSession => ({ ...headOf(row), total: number(row, 'total') });

const headOf = (row: Row): Omit<RankingSession, 'product_nos'> => ({
  id: text(row, 'id'),
  query: text(row, 'query'),
  criteria: json(row, 'criteria'),
  convo_id: textOrNull(row, 'convo_id'),
  per_page: number(row, 'per_page'),
  created_at_ms: number(row, 'created_at_ms'),
  expires_at_ms: number(row, 'expires_at_ms'),
});

export const toSearchEvent = (row: Row): SearchEvent => ({
  search_no: number(row, 'search_no'),
  session_id: text(row, 'session_id'),
  query: text(row, 'query'),
  criteria: json(row, 'criteria'),
  at_ms: number(row, 'at_ms'),
  expires_at_ms: number(row, 'expires_at_ms'),
});
