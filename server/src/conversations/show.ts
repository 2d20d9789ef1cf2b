// Builds the answer of a turn: search results, a further page, one product, or text only.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import { newSearch, newSession } from '../discovery/ranking.ts';
import { publicSessionId } from '../discovery/ranking-sessions.ts';
import { hasPage, itemsOfPage, productsOfPage } from '../discovery/session-page.ts';
import type { ProductSummary } from '../index/port.ts';
import { fromAmount } from '../product/amount.ts';
import type { StoredProduct } from '../store/catalogue-store.ts';
import type { RankingSession } from '../store/session-store.ts';
import { wordsOf } from '../text/analyse.ts';
import { mostFrequent } from '../text/most-frequent.ts';
import type { Turn } from './apply-reading.ts';
import type { ShownItem } from './chat-state.ts';
import type { Conversation } from './conversation.ts';
import { type Found, findProducts } from './find-products.ts';
import type { Reading } from './reader/read-message.ts';
import type { Paging } from './reader/read-pointing.ts';
import type { Inability } from './reader/read-talk.ts';
import { asSpelled, chooseRefinement } from './refinement.ts';
import { INABILITIES, sayFound, sayOptions, sayProduct, sayQuestion, TALK } from './say.ts';
import type { ChatDeps, TurnDeps } from './turn-deps.ts';
import { warningFor } from './warn.ts';

type SearchItem = Awaited<ReturnType<typeof itemsOfPage>>[number];

export interface Answer {
  /** The state stored for the next turn. */
  conversation: Conversation;
  agent_reply: string;
  found_products: {
    query: string;
    criteria: Criterion[];
    search_results: { catalogue: SearchItem[] };
    price_range: { low: number | null; high: number | null; currency: string };
  } | null;
  product_warning: string | null;
  refinement_result: { category: string; options: string[]; counts: number[] } | null;
  pagination: {
    conversation_id: string;
    session_id: string;
    page_index: number;
    has_next_page: boolean;
    next_page_index: number | null;
    next_cursor: string | null;
  } | null;
}

export const NO_RESULTS = { found_products: null, product_warning: null, refinement_result: null, pagination: null };

export async function showFound(
  deps: TurnDeps,
  conversation: Conversation,
  turn: Turn,
  { notes, warning, is_choice = false }: { notes: Inability[]; warning: string | null; is_choice?: boolean },
): Promise<Answer> {
  const vocabulary = deps.vocabulary();
  const all = await findProducts(deps, turn.state, conversation.criteria_set_ids, {
    words_alone: turn.words_alone,
  });
  const found = is_choice ? withoutNear(all) : all;
  const { summary, currency, session, page } = await saveFound(deps, conversation, found);
  const { query, criteria, product_nos } = session;
  const { convo_id } = conversation;
  const range = rangeOf(summary, currency);
  const state = found.next_state;
  // Refining could lose partial matches, so there is no question about them unless the shopper asked.
  const isSplit = found.near === 0 || turn.asked_field;
  const question = isSplit ? chooseRefinement(state, summary, currency, turn.asked_field) : null;
  const refinement = question && (await asSpelled(deps, question));
  const count = product_nos.length - found.near;
  const reply = sayFound(withoutMissing(found), vocabulary, {
    count,
    is_capped: product_nos.length >= deps.session_max_results,
    near: found.near,
    low: lowestOf(found, summary, currency),
    currency,
    is_mixed: summary.currencies.slice(0, count).some((other) => other && other !== currency),
  });
  const replacesSearch = turn.is_new_subject && conversation.shown !== null;
  const second = notes[0]
    ? INABILITIES[notes[0]]
    : replacesSearch
      ? 'This is a new search, so what you asked for before no longer applies.'
      : refinement
        ? (refinement.category === turn.asked_field ? sayOptions : sayQuestion)(refinement)
        : '';
  return {
    conversation: { ...conversation, state, refinement, shown: page.shown },
    agent_reply: [reply, second].filter(Boolean).join(' '),
    found_products: { query, criteria, search_results: { catalogue: page.items }, price_range: { ...range, currency } },
    product_warning: warning ?? (await warningFor(deps, found, turn.state, conversation.criteria_set_ids)),
    refinement_result: refinement && {
      category: refinement.category,
      options: refinement.options.map(({ text }) => text),
      counts: refinement.options.map((option) => option.count),
    },
    pagination: paginationOf(deps, session, 0, convo_id),
  };
}

/** Choosing an option shows as many products as its count promised: full matches only, unless there are none. */
function withoutNear(found: Found): Found {
  const product_nos = found.product_nos.subarray(0, found.product_nos.length - found.near);
  return product_nos.length === 0 ? found : { ...found, product_nos, near: 0 };
}

/** Drops words that no product has, so that the reply does not repeat them. Without a full match, the state is kept. */
function withoutMissing({ state, query, missing, product_nos, near }: Found): Found['state'] {
  if (product_nos.length === near) return state;
  const words = query.split(' ').filter((word) => !wordsOf(word).some((part) => missing.includes(part)));
  const said = words.join(' ').replace(/(?:^| )(?:for|with|without)(?= (?:for|with|without) |$)/g, '');
  return { ...state, words: said };
}

/** Summarises the result and commits the session concurrently; sorting by price needs the summary first. */
async function saveFound(deps: ChatDeps, { convo_id, per_page }: Conversation, found: Found) {
  const summarising = deps.index.summarise(found.product_nos);
  const currencyOf = ({ currencies }: ProductSummary) => found.state.price.currency ?? mainCurrency(currencies);
  const product_nos = found.state.order
    ? sortByPrice(found, await summarising, currencyOf(await summarising))
    : found.product_nos;
  const { query, criteria } = found;
  const session = newSearch(deps, { query, criteria, convo_id, per_page, product_nos }, '');
  const [summary, page] = await Promise.all([
    summarising,
    pageOf(deps, session, 0),
    deps.store.insertRankingSession(session),
  ]);
  return { summary, currency: currencyOf(summary), session, page };
}

/** Main currency first, unknown prices last; partial matches stay at the end. */
function sortByPrice(
  { product_nos, near, state: { order } }: Found,
  { prices, currencies }: ProductSummary,
  currency: string,
): Uint32Array {
  if (!order) return product_nos;
  const sign = order === 'cheapest' ? 1 : -1;
  const places = [...product_nos.subarray(0, product_nos.length - near).keys()];
  const rank = (i: number) => (Number.isNaN(prices[i]!) ? 2 : currencies[i] === currency ? 0 : 1);
  places.sort((a, b) => rank(a) - rank(b) || sign * (prices[a]! - prices[b]!) || a - b);
  return Uint32Array.from([...places.map((i) => product_nos[i]!), ...product_nos.subarray(product_nos.length - near)]);
}

const mainCurrency = (currencies: string[]): string => mostFrequent(currencies.filter(Boolean))[0] ?? '';

/** Lowest price of the full matches. */
const lowestOf = ({ product_nos, near }: Found, summary: ProductSummary, currency: string) =>
  rangeOf(summary, currency, product_nos.length - near).low;

/** Price range of the first `first` products. */
function rangeOf(
  { prices, currencies }: ProductSummary,
  currency: string,
  first = prices.length,
): { low: number | null; high: number | null } {
  let low: number | null = null;
  let high: number | null = null;
  for (const [i, price] of prices.subarray(0, first).entries()) {
    if (Number.isNaN(price) || currencies[i] !== currency) continue;
    if (low === null || price < low) low = price;
    if (high === null || price > high) high = price;
  }
  return { low, high };
}

async function pageOf(deps: ChatDeps, session: RankingSession, page_index: number) {
  const products = await productsOfPage(deps, session, page_index);
  const items = products.map(({ stored }) => toShown(stored));
  return {
    items: products.map(({ item }) => item),
    shown: { session_id: session.id, page_index, items },
  };
}

const toShown = ({ product_no, product, merchant }: StoredProduct): ShownItem => ({
  product_no,
  name: product.name,
  brand: product.brand ?? null,
  color: product.color ?? null,
  material: product.material ?? null,
  size: product.size ?? null,
  merchant: merchant.name,
  price: product.final_amount === undefined ? null : fromAmount(product.final_amount),
  currency: product.currency ?? '',
});

function paginationOf(
  deps: ChatDeps,
  session: RankingSession,
  page_index: number,
  convo_id: string,
): Answer['pagination'] {
  const has_next_page = hasPage(session, page_index + 1);
  const { id, expires_at_ms } = session;
  return {
    conversation_id: convo_id,
    session_id: publicSessionId(deps, session),
    page_index,
    has_next_page,
    next_page_index: has_next_page ? page_index + 1 : null,
    next_cursor: has_next_page
      ? deps.tokens.sealPosition('cursor', { session: id, position: page_index + 1, expires_at_ms })
      : null,
  };
}

export async function showPage(deps: TurnDeps, conversation: Conversation, way: Paging): Promise<Answer> {
  const { shown, state, convo_id } = conversation;
  const session = await deps.store.getRankingSession({ id: shown!.session_id });
  if (!session || session.expires_at_ms <= deps.clock.now_ms()) {
    const warning = 'That list has expired, so here is a new one from the start.';
    return showFound(deps, conversation, { state, act: 'search', is_new_subject: false }, { notes: [], warning });
  }
  const page_index = targetPage(way, shown!.page_index, session);
  if (page_index < 0) return { ...NO_RESULTS, conversation, agent_reply: 'This is already the first page.' };
  if (!hasPage(session, page_index)) {
    const total = session.product_nos.length.toLocaleString('en-US');
    return {
      ...NO_RESULTS,
      conversation,
      agent_reply: `That's all of them: ${total} in total. Shall I look for something else?`,
    };
  }
  const [page, summary] = await Promise.all([
    pageOf(deps, session, page_index),
    deps.index.summarise(session.product_nos),
  ]);
  const { query, criteria, per_page, product_nos } = session;
  const currency = state.price.currency ?? mainCurrency(summary.currencies);
  const last = Math.min((page_index + 1) * per_page, product_nos.length);
  return {
    ...NO_RESULTS,
    conversation: { ...conversation, shown: page.shown },
    agent_reply: `Here are numbers ${page_index * per_page + 1} to ${last} of ${product_nos.length.toLocaleString('en-US')}.`,
    found_products: {
      query,
      criteria,
      search_results: { catalogue: page.items },
      price_range: { ...rangeOf(summary, currency), currency },
    },
    pagination: paginationOf(deps, session, page_index, convo_id),
  };
}

/** One product of the page. Its slug belongs to the session shown, or to a new one if that has expired. */
export async function showProduct(deps: ChatDeps, conversation: Conversation, { state, item }: Turn): Promise<Answer> {
  const { shown } = conversation;
  const next = { ...conversation, state };
  const [stored] = await deps.store.getProducts({ product_nos: [item!.product_no] });
  if (!stored) return { ...NO_RESULTS, conversation: next, agent_reply: 'That product is no longer in the catalogue.' };
  const before = await deps.store.getRankingSession({ id: shown!.session_id });
  const isAlive = before !== null && before.expires_at_ms > deps.clock.now_ms();
  const session = isAlive ? before : await saveSingleProduct(deps, conversation, stored);
  const items = await itemsOfPage(deps, session, isAlive ? shown!.page_index : 0);
  const place = shown!.items.findIndex(({ product_no }) => product_no === item!.product_no);
  const { regular_amount, in_stock } = stored.product;
  const now = toShown(stored);
  return {
    ...NO_RESULTS,
    conversation: next,
    agent_reply: sayProduct(now, place, {
      was: regular_amount === undefined ? null : fromAmount(regular_amount),
      in_stock: in_stock ?? null,
    }),
    found_products: {
      query: session.query,
      criteria: session.criteria,
      search_results: { catalogue: items.filter(({ id }) => id === stored.product.id) },
      price_range: { low: now.price, high: now.price, currency: now.currency },
    },
  };
}

function targetPage(way: Paging, now: number, { product_nos, per_page }: RankingSession): number {
  if (way === 'last') return Math.max(0, Math.ceil(product_nos.length / per_page) - 1);
  return typeof way === 'number' ? way : now + (way === 'next' ? 1 : -1);
}

async function saveSingleProduct(
  deps: ChatDeps,
  { convo_id, per_page }: Conversation,
  { product_no, product }: StoredProduct,
) {
  const product_nos = Uint32Array.of(product_no);
  const session = newSession(deps, { query: product.name, criteria: [], convo_id, per_page, product_nos });
  await deps.store.insertRankingSession(session);
  return session;
}

export function answerTalk(conversation: Conversation, { state }: Turn, reading: Reading): Answer {
  const isPointing =
    reading.paging !== undefined || reading.place !== undefined || reading.compare || reading.is_similar;
  const [inability] = reading.inabilities;
  const shown = reading.is_reset ? null : conversation.shown;
  const pointed = shown && shown.items.length > 0 ? 'not_shown' : 'nothing_shown';
  const topic = reading.is_reset ? 'reset' : (reading.small_talk ?? (isPointing ? pointed : 'nothing'));
  return {
    ...NO_RESULTS,
    conversation: { ...conversation, state, shown, refinement: reading.is_reset ? null : conversation.refinement },
    agent_reply: inability ? INABILITIES[inability] : TALK[topic],
  };
}
