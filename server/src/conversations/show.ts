// Builds the answer of a turn: search results, a further page, one product, or text only.
import type { ChatReply } from '@finderfee/contract/conversation.ts';
import { newSearch, newSession } from '../discovery/ranking.ts';
import { publicSessionId } from '../discovery/ranking-sessions.ts';
import { hasPage, itemsOfPage, nextCursor, productsOfPage } from '../discovery/session-page.ts';
import type { ProductSummary } from '../index/port.ts';
import { LIST_REPLIES, TALK, UNSUPPORTED } from '../language/english-replies.ts';
import { fromAmount } from '../product/amount.ts';
import type { StoredProduct } from '../store/catalogue-store.ts';
import type { RankingSession } from '../store/session-store.ts';
import { money } from '../text/money.ts';
import { mostFrequent } from '../text/most-frequent.ts';
import { answerQuestion, compareProducts, describeProduct } from './answer-question.ts';
import { emptyState, type Refinement, type ShownItem } from './chat-state.ts';
import type { Conversation } from './conversation.ts';
import { type Found, findProducts } from './find-products.ts';
import type { Intent, Paging } from './grammar/intent.ts';
import { nearestCategories } from './nearest-categories.ts';
import type { Act, ReadTurn } from './read-turn.ts';
import { asSpelled, chooseRefinement } from './refinement.ts';
import { sayCurrency, sayFound, sayNearest, sayNotCarried, sayRefinement, sayUnchecked } from './say.ts';
import { currencyOf, sortFound } from './sort-found.ts';
import type { ChatDeps, TurnDeps } from './turn-deps.ts';
import { notesOn } from './warn.ts';

type FoundProducts = NonNullable<ChatReply['found_products']>;

/** What a turn answers, and the conversation that is stored for the next one. */
export interface Answer
  extends Pick<ChatReply, 'agent_reply' | 'product_warning' | 'refinement_result' | 'pagination' | 'found_products'> {
  conversation: Conversation;
}

/** A search to be shown: that of a reading, or of a client's own controls. */
export interface SearchTurn extends Partial<Omit<ReadTurn, 'act' | 'state'>> {
  state: ReadTurn['state'];
  asked_field?: Extract<Act, { kind: 'search' }>['asked_field'];
}

export const NO_RESULTS = { found_products: null, product_warning: null, refinement_result: null, pagination: null };

/** An answer without products. */
const textOnly = (conversation: Conversation, agent_reply: string): Answer => ({
  ...NO_RESULTS,
  conversation,
  agent_reply,
});

export async function showFound(
  deps: TurnDeps,
  conversation: Conversation,
  turn: SearchTurn,
  { warning = null }: { warning?: string | null } = {},
): Promise<Answer> {
  const found = await findProducts(deps, turn.state, conversation.criteria_set_ids);
  if (found.not_carried) return showNotCarried(deps, conversation, found, found.not_carried);
  const state = found.next_state;
  const { list, summary, currency } = await saveFound(deps, { ...conversation, state }, found);
  const question = chooseRefinement(state, summary, currency, turn.asked_field);
  const refinement = question && (await asSpelled(deps, question));
  const count = found.product_nos.length;
  const reply = sayFound(saidState(found), deps.vocabulary(), {
    count,
    is_capped: count >= deps.session_max_results,
    lows: lowestPrices(summary),
  });
  const isMixed = new Set(summary.currencies.filter(Boolean)).size > 1;
  const hasOthers = isMixed || deps.vocabulary().valuesOf('currency').length > 1;
  const order = hasOthers ? sayCurrency(state, currency, isMixed) : null;
  const unchecked = (turn.unchecked ?? []).map(({ kind, phrase }) => sayUnchecked(kind, phrase));
  const [only] = count === 1 ? list.found_products!.search_results.catalogue! : [];
  if (only?.availability === 'out_of_stock') unchecked.push(LIST_REPLIES.out_of_stock);
  const notes = [...(await notesOn(deps, found, turn.state, conversation.criteria_set_ids)), ...unchecked];
  const [unsupported] = turn.unsupported ?? [];
  const replaced = turn.is_new_subject && conversation.shown ? LIST_REPLIES.replaced : null;
  const asked = refinement && sayRefinement(refinement, refinement.category === turn.asked_field);
  const last = unsupported ? UNSUPPORTED[unsupported] : (replaced ?? asked);
  const warnings = count === 0 ? [reply, ...notes] : notes;
  return {
    ...list,
    conversation: { ...list.conversation, refinement },
    agent_reply: [reply, order, ...notes, last].filter(Boolean).join(' '),
    product_warning: warning ?? (warnings.join(' ') || null),
    refinement_result: toResult(refinement),
  };
}

/** No list pretends to match. A chosen category is searched without the words. */
async function showNotCarried(
  deps: TurnDeps,
  conversation: Conversation,
  found: Found,
  subject: string,
): Promise<Answer> {
  const state = { ...found.next_state, head: subject, is_absent: true };
  const without = { ...state, words: '', soft: [] };
  const refinement = await nearestCategories(deps, found, without, conversation.criteria_set_ids);
  const reply = sayNotCarried(subject);
  return {
    ...textOnly({ ...conversation, state, refinement }, refinement ? `${reply} ${sayNearest(refinement)}` : reply),
    product_warning: reply,
    refinement_result: toResult(refinement),
  };
}

const toResult = (refinement: Refinement | null): Answer['refinement_result'] =>
  refinement && {
    category: refinement.category,
    options: refinement.options.map(({ text }) => text),
    counts: refinement.options.map(({ count }) => count),
  };

/** What the reply claims of the products: confirmed words, and exclusions that could be applied. */
const saidState = ({ state, said, unmet_exclusions }: Found): Found['state'] => ({
  ...state,
  words: said,
  unwanted_words: state.unwanted_words.filter((phrase) => !unmet_exclusions.includes(phrase)),
});

/** Summarises the result and commits the session concurrently; sorting needs the summary first. */
async function saveFound(deps: ChatDeps, conversation: Conversation, found: Found) {
  const { convo_id, per_page } = conversation;
  const summarising = deps.index.summarise(found.product_nos);
  const product_nos = found.state.order ? await sortFound(deps, found, await summarising) : found.product_nos;
  const { query, criteria } = found;
  const session = newSearch(deps, { query, criteria, convo_id, per_page, product_nos }, '');
  const [page] = await Promise.all([
    pageOf(deps, conversation, session, 0, summarising),
    deps.store.insertRankingSession(session),
  ]);
  return page;
}

/** A page of a list, with the price range of the whole list. */
async function pageOf(
  deps: ChatDeps,
  conversation: Conversation,
  session: RankingSession,
  page_index: number,
  summarising: Promise<ProductSummary>,
) {
  const [products, summary] = await Promise.all([productsOfPage(deps, session, page_index), summarising]);
  const currency = currencyOf(conversation.state, summary);
  const items = products.map(({ item }) => item);
  const shown = { session_id: session.id, page_index, items: products.map(({ stored }) => toShown(stored)) };
  const list = {
    ...NO_RESULTS,
    conversation: { ...conversation, shown },
    found_products: foundProducts(session, items, rangeOf(summary, currency)),
    pagination: paginationOf(deps, session, page_index, conversation.convo_id),
  };
  return { list, summary, currency };
}

const foundProducts = (
  { query, criteria }: RankingSession,
  catalogue: FoundProducts['search_results'][string],
  price_range: FoundProducts['price_range'],
): FoundProducts => ({ query, criteria, search_results: { catalogue }, price_range });

/** In up to three currencies. */
function lowestPrices(summary: ProductSummary): string[] {
  const lows = mostFrequent(summary.currencies).map((currency) => ({ currency, low: rangeOf(summary, currency).low }));
  return lows.flatMap(({ currency, low }) => (low === null ? [] : [money(low, currency)])).slice(0, 3);
}

function rangeOf(
  { prices, currencies }: Pick<ProductSummary, 'prices' | 'currencies'>,
  currency: string,
): FoundProducts['price_range'] {
  const range: FoundProducts['price_range'] = { low: null, high: null, currency };
  for (const [i, price] of prices.entries()) {
    if (Number.isNaN(price) || currencies[i] !== currency) continue;
    range.low = Math.min(range.low ?? price, price);
    range.high = Math.max(range.high ?? price, price);
  }
  return range;
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
  conversation_id: string,
): Answer['pagination'] {
  const next_cursor = nextCursor(deps, session, page_index);
  return {
    conversation_id,
    session_id: publicSessionId(deps, session),
    page_index,
    has_next_page: next_cursor !== null,
    next_page_index: next_cursor ? page_index + 1 : null,
    next_cursor,
  };
}

/** Null if it has expired. */
async function sessionShown({ store, clock }: ChatDeps, { shown }: Conversation): Promise<RankingSession | null> {
  const session = await store.getRankingSession({ id: shown!.session_id });
  return session && session.expires_at_ms > clock.now_ms() ? session : null;
}

export async function showPage(deps: TurnDeps, conversation: Conversation, way: Paging): Promise<Answer> {
  const { shown, state } = conversation;
  const session = await sessionShown(deps, conversation);
  if (!session) return showFound(deps, conversation, { state }, { warning: LIST_REPLIES.expired });
  const { per_page, product_nos } = session;
  const page_index = targetPage(way, shown!.page_index, session);
  const total = product_nos.length.toLocaleString('en-US');
  if (page_index < 0) return textOnly(conversation, LIST_REPLIES.first_page);
  if (!hasPage(session, page_index))
    return textOnly(conversation, `That's all of them: ${total} in total. Shall I look for something else?`);
  const { list } = await pageOf(deps, conversation, session, page_index, deps.index.summarise(product_nos));
  const last = Math.min((page_index + 1) * per_page, product_nos.length);
  return { ...list, agent_reply: `Here are numbers ${page_index * per_page + 1} to ${last} of ${total}.` };
}

function targetPage(way: Paging, now: number, { product_nos, per_page }: RankingSession): number {
  if (way === 'last') return Math.max(0, Math.ceil(product_nos.length / per_page) - 1);
  return typeof way === 'number' ? way : now + (way === 'next' ? 1 : -1);
}

/** One product of the page. Its slug belongs to the session shown, or to a new one if that has expired. */
export async function showProduct(deps: ChatDeps, conversation: Conversation, item: ShownItem): Promise<Answer> {
  const [stored] = await deps.store.getProducts({ product_nos: [item.product_no] });
  if (!stored) return textOnly(conversation, LIST_REPLIES.deleted);
  const alive = await sessionShown(deps, conversation);
  const session = alive ?? (await saveSingleProduct(deps, conversation, stored));
  const items = await itemsOfPage(deps, session, alive ? conversation.shown!.page_index : 0);
  const own = items.filter(({ id }) => id === stored.product.id);
  const { price, currency } = toShown(stored);
  return {
    ...textOnly(conversation, describeProduct(stored, placeOf(conversation, stored))),
    found_products: foundProducts(session, own, { low: price, high: price, currency }),
  };
}

const placeOf = ({ shown }: Conversation, { product_no }: StoredProduct): number =>
  shown!.items.findIndex((item) => item.product_no === product_no) + 1;

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

export const startOver = (conversation: Conversation): Answer =>
  textOnly({ ...conversation, state: emptyState(), shown: null, refinement: null }, TALK.reset);

export const answerTalk = (conversation: Conversation, topic: Extract<Act, { kind: 'talk' }>['topic']): Answer =>
  textOnly(conversation, { ...TALK, ...UNSUPPORTED }[topic]);

/** Answers from the texts and fields of the products meant, which stay as they are shown. */
export async function showAnswer(
  deps: ChatDeps,
  conversation: Conversation,
  { question, is_comparison }: Extract<Intent, { type: 'Ask' }>,
  items: ShownItem[],
): Promise<Answer> {
  const stored = await deps.store.getProducts({ product_nos: items.map(({ product_no }) => product_no) });
  const products = stored.map((product) => ({ stored: product, place: placeOf(conversation, product) }));
  const [first] = products;
  if (!first) return textOnly(conversation, LIST_REPLIES.deleted);
  const agent_reply =
    is_comparison && products.length > 1
      ? compareProducts(question, products)
      : answerQuestion(question, first.stored, first.place);
  return { ...(await showProduct(deps, conversation, items[0]!)), agent_reply };
}
