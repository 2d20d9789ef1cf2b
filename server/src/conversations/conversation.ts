// The conversation stored between turns.
import type { ChatState, ShownItem } from './chat-state.ts';
import type { Refinement } from './refinement.ts';

export interface Conversation {
  convo_id: string;
  state: ChatState;
  /** The last page shown. */
  shown: { session_id: string; page_index: number; items: ShownItem[] } | null;
  /** The last question, which the next turn may answer. */
  refinement: Refinement | null;
  /** The last turns as text, for the model. */
  history: { said: string; reply: string }[];
  criteria_set_ids: string[];
  per_page: number;
}

const MAX_HISTORY = 6;

export const withTurn = (conversation: Conversation, said: string, reply: string): Conversation => ({
  ...conversation,
  history: [...conversation.history, { said, reply }].slice(-MAX_HISTORY),
});
