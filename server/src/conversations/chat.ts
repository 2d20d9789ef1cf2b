// One turn of a conversation: reads the message, searches, and answers.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ChatReply } from '@finderfee/contract/conversation.ts';
import { CriteriaSetId } from '@finderfee/contract/criteria-set.ts';
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { SearchCaller } from '../index/port.ts';
import { maskSecrets } from '../text/mask.ts';
import { applyChoice, type Choice } from './apply-choice.ts';
import { emptyState } from './chat-state.ts';
import { type Conversation, encodeConversation, loadConversation, withTurn } from './conversation.ts';
import { ModelFailure } from './model/completions.ts';
import { takeModelTurn } from './model/model-turn.ts';
import { type ReadTurn, readTurn } from './read-turn.ts';
import { type Answer, answerTalk, showAnswer, showFound, showPage, showProduct, startOver } from './show.ts';
import { type ChatDeps, refuseAbandoned, type TurnDeps, turnDeps } from './turn-deps.ts';
import { removeUnderstood, understoodOf } from './understood.ts';

type ChatBody = Input<'chat'>['body'];

/** Callbacks for failures in a turn that was still answered. */
export interface TurnFaults {
  /** Why the model failed. */
  onModelFailure: (reason: string) => void;
  /** Why the stored conversation was discarded. */
  onUnreadable: (reason: string) => void;
}

const IGNORE_FAULTS: TurnFaults = { onModelFailure: () => {}, onUnreadable: () => {} };

export interface ChatCaller extends Pick<SearchCaller, 'signal' | 'is_keyless'> {
  /** The reply is streamed, and kept until the next turn so that the stream can continue. */
  is_streamed?: boolean;
}

export function chat(
  deps: ChatDeps,
  { params, body }: Pick<Input<'chat'>, 'params' | 'body'>,
  faults: TurnFaults = IGNORE_FAULTS,
  caller: ChatCaller = {},
): Promise<ChatReply> {
  const { convo_id } = params;
  const { is_keyless = false } = caller;
  return deps.turns.run(convo_id, is_keyless, async () => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const reply = await takeTurn(deps, convo_id, body, faults, caller);
      if (reply !== 'stale') return reply;
    }
    throw new AppError('overloaded');
  });
}

/** Another process may save turns of the same conversation. A turn based on an older version is taken again. */
const MAX_ATTEMPTS = 3;

/** Stops before the commit if the caller has disconnected. State and event are committed together. */
async function takeTurn(
  deps: ChatDeps,
  convo_id: string,
  sent: ChatBody,
  { onModelFailure, onUnreadable }: TurnFaults,
  caller: ChatCaller,
): Promise<ChatReply | 'stale'> {
  refuseAbandoned(caller.signal);
  const body = withoutSecrets(sent);
  const { conversation, version } = await loadConversation(deps, convo_id, onUnreadable);
  if (body.criteria_set_ids.length > 0) conversation.criteria_set_ids = body.criteria_set_ids;
  conversation.per_page = body.per_page;
  const said = body.chat || null;
  const before = { ...conversation };
  const left = removeUnderstood(conversation.state, said ?? '', deps.vocabulary());
  if (left) conversation.state = left;
  const read = left ? null : said;
  const byModel = read === null ? null : await askModel(turnDeps(deps, caller), conversation, read, onModelFailure);
  const turn = turnDeps(deps, caller);
  const answer = byModel ?? (await turn.work(() => answerTo(turn, conversation, read, body)));
  refuseAbandoned(caller.signal);
  const message_id = randomUUID();
  const { agent_reply, found_products, product_warning, refinement_result, pagination } = answer;
  const reply: ChatReply = {
    type: 'chat_reply',
    convo_id,
    message_id,
    agent_reply,
    understood: understoodOf(answer.conversation.state, deps.vocabulary()),
    found_products,
    product_warning,
    refinement_result,
    pagination,
  };
  const after = withTurn(answer.conversation, before, said ?? '(a choice)', agent_reply);
  const outcome = await deps.store.saveTurn({
    convo_id,
    message_id,
    state: encodeConversation({ ...after, streamed: caller.is_streamed ? reply : null }),
    data: { ...eventData(reply, said, body), by: byModel ? 'model' : 'reader' },
    version,
    now_ms: deps.clock.now_ms(),
  });
  return outcome === 'stale' ? 'stale' : reply;
}

/** Null without a model or if it fails; the reader then takes the turn from the same state. */
async function askModel(
  deps: TurnDeps,
  conversation: Conversation,
  said: string,
  onModelFailure: TurnFaults['onModelFailure'],
): Promise<Answer | null> {
  if (!deps.model) return null;
  try {
    return await takeModelTurn(deps, deps.model, conversation, said);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    refuseAbandoned(deps.signal);
    onModelFailure(error.message);
    return null;
  }
}

async function answerTo(
  deps: TurnDeps,
  conversation: Conversation,
  said: string | null,
  body: ChatBody,
): Promise<Answer> {
  const chosen = applyChoice(conversation, body, said);
  // The last thing that was understood has been taken back.
  if (said === null && !chosen.is_choice && isDeepStrictEqual(chosen.state, emptyState()))
    return startOver(conversation);
  if (said === null || chosen.is_said) return showFound(deps, conversation, { state: chosen.state }, chosen);
  // Masked emails and card numbers are not search words.
  const words = said.replace(/\S*\*{3}\S*/g, ' ');
  const shown = conversation.shown?.items ?? [];
  const turn = readTurn(chosen.state, words, shown, deps.vocabulary());
  const answer = await actOn(deps, conversation, turn, chosen);
  const notice = noticeOf(turn.language);
  return notice ? { ...answer, agent_reply: `${notice} ${answer.agent_reply}` } : answer;
}

/** Said to shoppers who write in another language. */
const noticeOf = (language: ReadTurn['language']): string | null =>
  language === 'english' ? null : language === 'unknown' ? 'I understand English best.' : language.notice;

async function actOn(deps: TurnDeps, before: Conversation, turn: ReadTurn, chosen: Choice): Promise<Answer> {
  const { act, state } = turn;
  const conversation = { ...before, state };
  if (act.kind === 'search' || chosen.is_choice) {
    const asked = act.kind === 'search' ? act.asked_field : undefined;
    return showFound(deps, before, { ...turn, ...(asked ? { asked_field: asked } : {}) }, chosen);
  }
  switch (act.kind) {
    case 'page':
      return showPage(deps, conversation, act.to);
    case 'product':
      return showProduct(deps, conversation, act.item);
    case 'ask':
      return showAnswer(deps, conversation, act.intent, act.items);
    case 'talk': {
      if (act.topic === 'reset') return startOver(before);
      const [last, ...earlier] = before.earlier;
      if (act.topic === 'undo' && last) return showFound(deps, { ...before, earlier }, { state: last });
      return answerTalk(conversation, act.topic);
    }
  }
}

/** Masks emails, card numbers and keys before storage and the model, and drops invalid criteria set ids. */
function withoutSecrets({ chat: text, refinement_selection: choice, criteria_set_ids, ...rest }: ChatBody): ChatBody {
  return {
    ...rest,
    chat: text ? maskSecrets(text) : null,
    refinement_selection: choice
      ? { category: maskSecrets(choice.category), selection: maskSecrets(choice.selection) }
      : null,
    criteria_set_ids: criteria_set_ids.filter((id) => CriteriaSetId.safeParse(id).success && maskSecrets(id) === id),
  };
}

/** The trace event of a turn. */
function eventData(reply: ChatReply, said: string | null, body: ChatBody) {
  return {
    message_id: reply.message_id,
    chat: said,
    ...(body.refinement_selection ? { refinement_selection: body.refinement_selection } : {}),
    ...(body.product_filter ? { product_filter: body.product_filter } : {}),
    // Masked again, because replies quote product data, which may contain anything.
    agent_reply: maskSecrets(reply.agent_reply),
    understood: reply.understood.map(({ kind, label }) => ({ kind, label: maskSecrets(label) })),
    query: reply.found_products?.query ?? null,
    criteria: reply.found_products?.criteria ?? [],
    session_id: reply.pagination?.session_id ?? null,
    product_warning: reply.product_warning && maskSecrets(reply.product_warning),
  };
}
