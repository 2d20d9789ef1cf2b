// Lists conversations by their last event, newest first.
import type { Input, ReplyBody } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import { TRACE_KINDS } from '../store/ledger-store.ts';
import type { LastEvent, RecentBy, RecentPage, RecentStore, TraceSummary } from '../store/recent-store.ts';
import { maskFor } from '../text/mask.ts';
import { readInstantOfQuery } from '../text/read-instant.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';

interface ListDeps {
  store: RecentStore;
  tokens: Tokens;
}

/** As many as a trace shows. */
const MAX_EVENTS = 10_000;

type Query = Input<'listConversations'>['query'];
type Position = Pick<RecentBy, 'before' | 'since_ms'> & { per_page: number };

export async function listConversations(
  { store, tokens }: ListDeps,
  query: Query,
  { seesEmails }: { seesEmails: boolean },
): Promise<ReplyBody<'listConversations'>> {
  const position = positionOf(tokens, query);
  const { rows, next } = await listRecent(store, position);
  const next_cursor = next && tokens.seal('conversations', Buffer.from(JSON.stringify({ ...position, before: next })));
  return { items: rows.map((row) => toItem(row, maskFor(seesEmails))), next_cursor };
}

function positionOf(tokens: Tokens, { cursor, from, to, per_page }: Query): Position {
  if (cursor === undefined) {
    const instant = (text: string | undefined) => (text === undefined ? undefined : readInstantOfQuery(text));
    const to_ms = instant(to);
    return {
      before: to_ms === undefined ? null : { at_ms: to_ms, convo_id: '' },
      since_ms: instant(from) ?? 0,
      per_page,
    };
  }
  const payload = tokens.open('conversations', cursor);
  if (!payload) throw new AppError('cursor_not_found');
  return JSON.parse(payload.toString());
}

interface Recent {
  convo_id: string;
  started_at_ms: number;
  last_at_ms: number;
  facts: TraceSummary | undefined;
  searches: TraceSummary | undefined;
}

/** Facts and searches are lists of their own. A conversation belongs where the later of its two last events is. */
async function listRecent(
  store: RecentStore,
  { per_page, ...position }: Position,
): Promise<{ rows: Recent[]; next: LastEvent | null }> {
  const by = { ...position, limit: per_page + 1, max_events: MAX_EVENTS };
  const pages = await Promise.all([store.listRecentTraces(by), store.listRecentSearches(by)]);
  const convo_ids = [...new Set(pages.flatMap(({ rows }) => rows.map(({ convo_id }) => convo_id)))];
  const summarised = { convo_ids, max_events: MAX_EVENTS };
  const [facts, searches] = await Promise.all([store.summariseTraces(summarised), store.summariseSearches(summarised)]);
  const end = endOf(pages);
  const found = convo_ids
    .flatMap((convo_id) => recentOf(convo_id, findIn(facts, convo_id), findIn(searches, convo_id)))
    .filter((each) => (!by.before || isBelow(keyOf(each), by.before)) && (!end || !isBelow(keyOf(each), end)))
    .sort((a, b) => (isBelow(keyOf(a), keyOf(b)) ? 1 : -1));
  const rows = found.slice(0, per_page);
  return { rows, next: found.length > per_page ? keyOf(rows.at(-1)!) : end };
}

/** Below this, one of the lists has not been read. */
function endOf(pages: RecentPage[]): LastEvent | null {
  const ends = pages.flatMap(({ next }) => next ?? []);
  return ends.reduce<LastEvent | null>((end, next) => (end && isBelow(next, end) ? end : next), null);
}

const findIn = (summaries: TraceSummary[], convo_id: string) => summaries.find((each) => each.convo_id === convo_id);

function recentOf(convo_id: string, facts: TraceSummary | undefined, searches: TraceSummary | undefined): Recent[] {
  const known = [facts, searches].filter((each) => each !== undefined);
  if (known.length === 0) return []; // purged in the meantime
  const started_at_ms = Math.min(...known.map((each) => each.started_at_ms));
  return [{ convo_id, started_at_ms, last_at_ms: Math.max(...known.map((each) => each.last_at_ms)), facts, searches }];
}

const keyOf = ({ last_at_ms, convo_id }: Recent): LastEvent => ({ at_ms: last_at_ms, convo_id });

/** Databases compare ids by their bytes. */
const isBelow = (a: LastEvent, b: LastEvent): boolean =>
  a.at_ms < b.at_ms || (a.at_ms === b.at_ms && Buffer.compare(Buffer.from(a.convo_id), Buffer.from(b.convo_id)) < 0);

function toItem({ convo_id, started_at_ms, last_at_ms, facts, searches }: Recent, mask: (text: string) => string) {
  const counts = { ...facts?.counts, ...searches?.counts };
  const { chat = null } = facts?.latest ? JSON.parse(facts.latest) : {};
  return {
    convo_id: mask(convo_id),
    started_at: toIso(started_at_ms),
    last_event_at: toIso(last_at_ms),
    counts: Object.fromEntries(TRACE_KINDS.map((kind) => [kind, counts[kind] ?? 0])) as Record<
      (typeof TRACE_KINDS)[number],
      number
    >,
    last_chat: chat === null ? null : mask(chat),
    last_query: searches?.latest ? mask(searches.latest) : null,
  };
}
