// Loads a conversation from the store.
import type { ConversationStore } from '../store/conversation-store.ts';
import type { Conversation } from './conversation.ts';
import { decodeConversation, newConversation, UnreadableConversation } from './stored-conversation.ts';

/** Returns the stored version too. An unreadable conversation is reported and starts over, so that it does not fail forever. */
export async function loadConversation(
  { store }: { store: ConversationStore },
  convo_id: string,
  onUnreadable: (reason: string) => void,
): Promise<{ conversation: Conversation; version: number }> {
  const stored = await store.getConversationState({ convo_id });
  if (!stored) return { conversation: newConversation(convo_id), version: 0 };
  const { state, version } = stored;
  try {
    return { conversation: decodeConversation(state, convo_id), version };
  } catch (error) {
    if (!(error instanceof UnreadableConversation)) throw error;
    onUnreadable(error.message);
    return { conversation: newConversation(convo_id), version };
  }
}
