// Returns the trace of a conversation: all its events in time order.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import { maskCriteria } from '../discovery/ranking.ts';
import { publicSessionId } from '../discovery/ranking-sessions.ts';
import type { LedgerStore, TraceEvent } from '../store/ledger-store.ts';
import type { SearchEvent, SessionStore } from '../store/session-store.ts';
import { maskEmail, maskFor, maskTexts } from '../text/mask.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';

export interface TraceDeps {
  store: LedgerStore & SessionStore;
  tokens: Tokens;
}

/** Events beyond this limit are not shown. */
const MAX_EVENTS = 10_000;

export async function spy(deps: TraceDeps, { params, query }: Input<'spy'>, { seesEmails }: { seesEmails: boolean }) {
  const by = { convo_id: params.convo_id, after: 0, limit: MAX_EVENTS };
  const [facts, searches] = await Promise.all([deps.store.listEvents(by), deps.store.listSearches(by)]);
  // In the same millisecond a search comes before the reply about it.
  const all = [...searches.map((search) => searchEvent(deps, search)), ...facts.map(toEvent)];
  all.sort((a, b) => a.at_ms - b.at_ms);
  const [first] = all;
  if (!first) throw new AppError('conversation_not_found');
  const latest = searches.at(-1);
  const mask = maskFor(seesEmails);
  const start = (query.page - 1) * query.per_page;
  return {
    type: 'conversation' as const,
    convo_id: mask(params.convo_id),
    started_at: toIso(first.at_ms),
    state: {
      query: latest ? mask(latest.query) : null,
      criteria: maskCriteria(latest?.criteria ?? [], mask),
      session_id: latest ? sessionIdOf(deps, latest) : null,
    },
    events: all.slice(start, start + query.per_page).map((event) => toWire(event, seesEmails)),
  };
}

/** An event before masking. */
export interface SpyEvent {
  at_ms: number;
  kind: TraceEvent['kind'];
  id: string;
  data: Record<string, unknown>;
  email: string | null;
  /** Sealed by the service, so it is not masked. */
  session_id?: string;
}

/** Masks all texts: clients may use emails as ids, and shoppers may type them into a query. */
export function toWire({ at_ms, kind, id, data, email, session_id }: SpyEvent, seesEmails: boolean) {
  const mask = maskFor(seesEmails);
  return {
    at: toIso(at_ms),
    kind,
    id: id === session_id ? id : (maskTexts(id, mask) as string),
    data: {
      ...(maskTexts(data, mask) as Record<string, unknown>),
      ...(session_id === undefined ? {} : { session_id }),
      ...(email === null ? {} : { email: seesEmails ? email : maskEmail(email) }),
    },
  };
}

const sessionIdOf = (deps: { tokens: Tokens }, { session_id, expires_at_ms }: SearchEvent) =>
  publicSessionId(deps, { id: session_id, expires_at_ms });

export function toEvent({ at_ms, kind, id, data, email }: TraceEvent): SpyEvent {
  const { session_id, ...rest } = data;
  return { at_ms, kind, id, data: rest, email, ...('session_id' in data ? { session_id: session_id as string } : {}) };
}

export function searchEvent(deps: { tokens: Tokens }, search: SearchEvent): SpyEvent {
  const session_id = sessionIdOf(deps, search);
  const { at_ms, query, criteria } = search;
  return { at_ms, kind: 'search' as const, id: session_id, data: { query, criteria }, email: null, session_id };
}
