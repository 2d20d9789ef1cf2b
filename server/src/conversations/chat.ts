// One turn of a conversation: reads the message, searches, and answers.
import { randomUUID } from 'node:crypto';
import { CriteriaSetId } from '@finderfee/contract/criteria-set.ts';
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { SearchCaller } from '../index/port.ts';
import { maskSecrets } from '../text/mask.ts';
import { applyChoice } from './apply-choice.ts';
import type { Turn } from './apply-reading.ts';
import { type Conversation, withTurn } from './conversation.ts';
import { followMessage } from './follow-message.ts';
import { loadConversation } from './load-conversation.ts';
import { ModelFailure } from './model/completions.ts';
import { takeModelTurn } from './model/model-turn.ts';
import { type Answer, answerTalk, showFound, showPage, showProduct } from './show.ts';
import { encodeConversation } from './stored-conversation.ts';
import { type ChatDeps, refuseAbandoned, type TurnDeps, turnDeps } from './turn-deps.ts';

type ChatBody = Input<'chat'>['body'];

export interface ChatReply {
  type: 'chat_reply';
  convo_id: string;
  message_id: string;
  agent_reply: string;
  found_products: Answer['found_products'];
  product_warning: string | null;
  refinement_result: Answer['refinement_result'];
  pagination: Answer['pagination'];
}

/** Callbacks for failures in a turn that was still answered. */
export interface TurnFaults {
  /** Why the model failed. */
  onModelFailure: (reason: string) => void;
  /** Why the stored conversation was discarded. */
  onUnreadable: (reason: string) => void;
}

const IGNORE_FAULTS: TurnFaults = { onModelFailure: () => {}, onUnreadable: () => {} };

export function chat(
  deps: ChatDeps,
  { params, body }: Pick<Input<'chat'>, 'params' | 'body'>,
  faults: TurnFaults = IGNORE_FAULTS,
  caller: Pick<SearchCaller, 'signal' | 'is_keyless'> = {},
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
  caller: SearchCaller,
): Promise<ChatReply | 'stale'> {
  refuseAbandoned(caller.signal);
  const body = withoutSecrets(sent);
  const { conversation, version } = await loadConversation(deps, convo_id, onUnreadable);
  if (body.criteria_set_ids.length > 0) conversation.criteria_set_ids = body.criteria_set_ids;
  conversation.per_page = body.per_page;
  const said = body.chat || null;
  const byModel = said === null ? null : await askModel(turnDeps(deps, caller), conversation, said, onModelFailure);
  const turn = turnDeps(deps, caller);
  const answer = byModel ?? (await turn.work(() => answerTo(turn, conversation, said, body)));
  refuseAbandoned(caller.signal);
  const message_id = randomUUID();
  const { agent_reply, found_products, product_warning, refinement_result, pagination } = answer;
  const outcome = await deps.store.saveTurn({
    convo_id,
    message_id,
    state: encodeConversation(withTurn(answer.conversation, said ?? '(a choice)', agent_reply)),
    data: { ...eventData(message_id, said, body, answer), by: byModel ? 'model' : 'reader' },
    version,
    now_ms: deps.clock.now_ms(),
  });
  if (outcome === 'stale') return 'stale';
  return {
    type: 'chat_reply',
    convo_id,
    message_id,
    agent_reply,
    found_products,
    product_warning,
    refinement_result,
    pagination,
  };
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
  const vocabulary = deps.vocabulary();
  // Masked emails and card numbers are not search words.
  const words = said?.replace(/\S*\*{3}\S*/g, ' ');
  const chosen = applyChoice(conversation, body, said);
  const taken =
    words === undefined ? undefined : followMessage(chosen.state, words, conversation.shown?.items ?? [], vocabulary);
  const reading = taken?.reading;
  const read: Turn =
    taken && !chosen.is_said ? taken.turn : { state: chosen.state, act: 'search', is_new_subject: false };
  const turn: Turn = read.act === 'talk' && chosen.is_choice ? { ...read, act: 'search' } : read;
  if (turn.act === 'search')
    return showFound(deps, conversation, turn, {
      notes: reading?.inabilities ?? [],
      warning: chosen.warning,
      is_choice: chosen.is_choice,
    });
  if (turn.act === 'product') return showProduct(deps, conversation, turn);
  if (turn.act === 'page') return showPage(deps, conversation, turn.paging!);
  return answerTalk(conversation, turn, reading!);
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
function eventData(message_id: string, said: string | null, body: ChatBody, answer: Answer) {
  return {
    message_id,
    chat: said,
    ...(body.refinement_selection ? { refinement_selection: body.refinement_selection } : {}),
    ...(body.product_filter ? { product_filter: body.product_filter } : {}),
    // Masked again, because replies quote product data, which may contain anything.
    agent_reply: maskSecrets(answer.agent_reply),
    query: answer.found_products?.query ?? null,
    criteria: answer.found_products?.criteria ?? [],
    session_id: answer.pagination?.session_id ?? null,
    product_warning: answer.product_warning && maskSecrets(answer.product_warning),
  };
}
