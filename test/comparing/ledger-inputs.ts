// Random inputs of the calls about facts, conversations and sessions.
import { EXPORT_KINDS } from '@finderfee/contract/administration.ts';
import type { ConversationStore } from '../../server/src/store/conversation-store.ts';
import type { ClickWrite, LedgerStore, OfferWrite } from '../../server/src/store/ledger-store.ts';
import type { RemovalStore } from '../../server/src/store/removal-store.ts';
import { SEARCH_REPORT_KINDS, type SearchReportStore } from '../../server/src/store/search-report-store.ts';
import type { SessionStore } from '../../server/src/store/session-store.ts';
import { DAY_MS, type World } from './world.ts';

/** A random input for each call of a port; undefined if nothing to refer to exists yet. */
export type Inputs<S> = {
  [N in keyof S]: S[N] extends (input: infer I) => unknown ? (world: World) => I | undefined : never;
};

/** More than the tables hold: which rows of equal age a bounded step takes is up to the engine. */
export const ALL = 10_000;

export const someLimit = (world: World) => world.pick([1, 2, 5, ALL]);
export const purgeAll = (world: World) => ({ before_ms: world.now_ms - world.below(3 * DAY_MS), limit: ALL });
export const purgeSome = (world: World) => ({ ...purgeAll(world), limit: someLimit(world) });

export const presentation = (world: World) => world.pick(['p1', 'p1', 'p2']);
export const clickId = (world: World) => world.pick(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'not plain']);
export const program = (world: World) => (world.chance(0.9) ? 'gold' : 'silver');
/** A few are used twice, which the store refuses. */
const messageId = (world: World) => (world.chance(0.9) ? world.newText('message') : world.knownText('message'));
/** Text that may mention a person. */
export const saying = (world: World) =>
  world.chance(0.2) ? `for ${world.email(world.pick(['c1', 'c2']))}` : 'a kettle';

/** Of one conversation, because numbers are compared by conversation. */
function positionsOf(world: World, kind: 'event' | 'search') {
  const convo_id = world.convo();
  return Array.from({ length: world.below(4) }, () => ({ convo_id, after: world.cursor(`${kind} of ${convo_id}`) }));
}

const REBATE = { currency: 'USD', rebate_pct: 5 };

/** Offers of one identity mostly have the same content, so that replays are as frequent as conflicts. */
function offer(world: World): OfferWrite {
  const convo_id = world.convo();
  const known = world.email(convo_id);
  const name = world.chance(0.9) ? 'Kettle' : 'Pot';
  const value = world.chance(0.9) ? null : world.pick([0, 1.5]);
  const merchant = name === 'Pot' ? { merchant: { id: 7, name } } : {};
  const identity = { convo_id, presentation_id: presentation(world), click_id: clickId(world) };
  const email = identity.click_id === 'k8' ? null : known;
  return {
    ...{ ...identity, program: program(world) },
    ...{ email, email_key: email?.toLowerCase() ?? null, click_at_ms: world.now_ms },
    format: world.chance(0.7) ? 'single' : 'carousel',
    direct_link: world.chance(0.9) ? 'https://t.example/' : null,
    detail_link: world.chance(0.9) ? null : `https://d.example/?q=${encodeURIComponent(saying(world))}`,
    ...{ name, value, product: JSON.stringify({ name, ...(value === null ? {} : { value }), ...REBATE, ...merchant }) },
    ...{ message_id: world.chance(0.6) ? null : messageId(world), has_key: world.chance(0.5) },
  };
}

function click(world: World): ClickWrite {
  const convo_id = world.convo();
  return {
    ...{ program: program(world), click_id: clickId(world), convo_id, presentation_id: presentation(world) },
    email: world.chance(0.7) ? world.email(convo_id) : '',
    ...{ click_at_ms: world.now_ms, now_ms: world.now_ms },
  };
}

type MentionCalls = 'findMentionsInLedger' | 'maskMentionsInLedger';

export const ledgerInputs: Inputs<Omit<LedgerStore, MentionCalls>> = {
  registerOffers: (world) => ({
    offers: Array.from({ length: world.pick([1, 1, 1, 2, 3]) }, () => offer(world)),
    now_ms: world.now_ms,
  }),
  findOffer: (world) => ({
    ...{ convo_id: world.convo(), presentation_id: presentation(world), click_id: clickId(world) },
  }),
  recordClick: click,
  recordVisit: (world) => ({ ...click(world), non_click: world.chance(0.3) ? 'crawler' : null }),
  acceptSignup: (world) => {
    const convo_id = world.convo();
    const data = { external_id: world.newText('external id'), card_bin: '411111', said: saying(world) };
    return {
      ...{ message_id: messageId(world), program: program(world), email: world.email(convo_id), convo_id },
      ...{ data: JSON.stringify(data), may_replace: world.chance(0.5), now_ms: world.now_ms },
    };
  },
  recordToolCall: (world) => ({
    ...{ convo_id: world.convo(), call_id: world.newText('tool call'), now_ms: world.now_ms },
    data: { tool: 'search_products', arguments: saying(world) },
  }),
  listEvents: (world) => {
    const convo_id = world.convo();
    return { convo_id, after: world.cursor(`event of ${convo_id}`), limit: someLimit(world) };
  },
  listEventsOf: (world) => ({ positions: positionsOf(world, 'event'), limit: someLimit(world) }),
  exportFacts: (world) => {
    const kind = world.pick(EXPORT_KINDS);
    const after = world.cursor(kind.slice(0, -1).replace('_', '-'));
    const until = world.chance(0.5) ? {} : { until_ms: world.now_ms - world.below(DAY_MS) };
    return { kind, after, since_ms: world.chance(0.5) ? 0 : world.now_ms - DAY_MS, ...until, limit: someLimit(world) };
  },
  erasePerson: (world) => ({ email: world.email(world.convo()) }),
  overwriteLedger: () => ({}),
  takeDueJobs: (world) => ({ now_ms: world.now_ms, limit: ALL, lease_ms: world.below(DAY_MS) }),
  runJob: (world) => ({ id: world.knownText('message'), reward_max_pct: 25, now_ms: world.now_ms }),
  failJob: (world) => ({
    ...{ id: world.knownText('message'), error: saying(world), due_at_ms: world.now_ms + world.below(DAY_MS) },
    max_attempts: world.pick([1, 2, 3]),
  }),
  countJobs: () => ({}),
  // All of them: jobs that match conversions have ids of the engine's own, and of equal age the id decides.
  listJobs: (world) => ({
    state: world.pick([null, 'waiting', 'done', 'dead']),
    kind: world.pick([null, 'record_signup', 'match_conversions']),
    before: null,
    limit: ALL,
  }),
  getJob: (world) => ({ id: world.knownText('message') }),
  retryJob: (world) => ({ id: world.knownText('message'), now_ms: world.now_ms }),
  purgeJobs: purgeAll,
  purgeEvents: purgeAll,
  purgeNonClicks: purgeSome,
  purgeOffers: purgeSome,
  purgeClicks: purgeSome,
  purgeSignups: purgeAll,
  purgePeople: purgeAll,
};

export const conversationInputs: Inputs<ConversationStore> = {
  getConversationState: (world) => ({ convo_id: world.convo() }),
  saveTurn: (world) => {
    const convo_id = world.convo();
    const version = world.chance(0.3) ? 0 : world.number(`version of ${convo_id}`);
    return {
      ...{ convo_id, message_id: world.newText('turn'), state: JSON.stringify({ said: saying(world) }) },
      ...{ data: { chat: saying(world) }, version, now_ms: world.now_ms },
    };
  },
  purgeConversations: purgeAll,
};

export const sessionInputs: Inputs<Omit<SessionStore, 'findMentionsInSessions' | 'maskMentionsInSessions'>> = {
  insertRankingSession: (world) => ({
    id: world.chance(0.9) ? world.newText('session') : world.knownText('session'),
    query: saying(world),
    criteria: [{ field: 'brand', operator: '=', value: saying(world) }],
    convo_id: world.chance(0.8) ? world.convo() : null,
    ...{ per_page: 10, product_nos: Uint32Array.from({ length: world.below(4) }, () => world.below(2 ** 32)) },
    ...{ created_at_ms: world.now_ms, expires_at_ms: world.now_ms + world.below(DAY_MS) },
    ...(world.chance(0.8) ? { counted: { caller: world.below(5), max_callers: 3 } } : {}),
  }),
  getRankingSession: (world) => ({ id: world.knownText('session') }),
  listRankingSessions: (world) => ({
    ...{ convo_id: world.chance(0.5) ? null : world.convo(), now_ms: world.now_ms },
    ...{ offset: world.pick([0, 1, 3]), limit: someLimit(world) },
  }),
  listSearches: (world) => {
    const convo_id = world.convo();
    return { convo_id, after: world.cursor(`search of ${convo_id}`), limit: someLimit(world) };
  },
  listSearchesOf: (world) => ({ positions: positionsOf(world, 'search'), limit: someLimit(world) }),
  overwriteSessions: () => ({}),
  purgeRankingSessions: (world) => ({ now_ms: world.now_ms, limit: ALL }),
  purgeSearches: purgeAll,
};

export const searchReportInputs: Inputs<SearchReportStore> = {
  reportSearches: (world) => {
    const last_day = Math.floor(world.now_ms / DAY_MS) - world.below(2);
    return {
      ...{ kind: world.pick(SEARCH_REPORT_KINDS), first_day: last_day - world.below(3), last_day },
      ...{ min_callers: world.pick([1, 2, 3]), limit: someLimit(world) },
    };
  },
  listSearchClicks: (world) => ({ limit: someLimit(world) }),
  attributeClicks: (world) => ({
    clicks: Array.from({ length: world.below(4) }, () => ({
      ...{ no: world.number('search click'), convo_id: world.convo(), at_ms: world.now_ms - world.pick([0, 0, 1000]) },
    })),
  }),
  deleteSearchClicks: (world) => ({ nos: Array.from({ length: world.below(4) }, () => world.number('search click')) }),
  purgeQueryCounts: purgeAll,
};

export const removalInputs: Inputs<RemovalStore> = {
  removeConversation: (world) => ({ convo_id: world.convo() }),
  removeSearches: (world) => ({ convo_id: world.convo(), caller: world.chance(0.7) ? world.below(5) : null }),
  removeConversions: (world) => ({ ids: Array.from({ length: world.below(3) }, () => world.number('conversion')) }),
};
