// The trace of a conversation: everything that happened in it, in time order.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import type { SearchEvent, TraceEvent } from '../store/port.ts';
import { maskEmail } from '../text/mask.ts';

/** A conversation longer than this is no conversation; what comes after is not shown. */
const MAX_EVENTS = 10_000;

export async function spy(deps: Deps, { params, query }: Input<'spy'>, { seesEmails }: { seesEmails: boolean }) {
  const by = { convo_id: params.convo_id, after: 0, limit: MAX_EVENTS };
  const [facts, searches] = await Promise.all([deps.store.listEvents(by), deps.store.listSearches(by)]);
  // Of the same millisecond, what was found comes before what was said of it.
  const all = [
    ...searches.map((search) => searchEvent(deps, search)),
    ...facts.map((fact) => toEvent(fact, seesEmails)),
  ];
  all.sort((a, b) => a.at_ms - b.at_ms);
  const [first] = all;
  if (!first) throw new AppError('conversation_not_found');
  const latest = searches.at(-1);
  const start = (query.page - 1) * query.per_page;
  return {
    type: 'conversation' as const,
    convo_id: params.convo_id,
    started_at: iso(first.at_ms),
    state: {
      query: latest?.query ?? null,
      criteria: latest?.criteria ?? [],
      session_id: latest ? sessionId(deps, latest) : null,
    },
    events: all.slice(start, start + query.per_page).map(toWire),
  };
}

export interface SpyEvent {
  at_ms: number;
  kind: TraceEvent['kind'];
  id: string;
  data: Record<string, unknown>;
}

export const toWire = ({ at_ms, ...event }: SpyEvent) => ({ at: iso(at_ms), ...event });

const iso = (at_ms: number) => new Date(at_ms).toISOString();

const sessionId = ({ tokens }: Deps, { session_id, expires_at_ms }: SearchEvent) =>
  tokens.sealPlace('session', { session: session_id, place: 0, expires_at_ms });

export function toEvent({ at_ms, kind, id, data, email }: TraceEvent, seesEmails: boolean): SpyEvent {
  const shown = email === null ? {} : { email: seesEmails ? email : maskEmail(email) };
  return { at_ms, kind, id, data: { ...data, ...shown } };
}

export function searchEvent(deps: Deps, search: SearchEvent): SpyEvent {
  const session_id = sessionId(deps, search);
  const { at_ms, query, criteria } = search;
  return { at_ms, kind: 'search' as const, id: session_id, data: { query, criteria, session_id } };
}
