// Finds the last reply of a conversation again, for a stream that was cut off.
import type { ChatReply } from '@finderfee/contract/conversation.ts';
import { AppError } from '../app-error.ts';
import type { ConversationStore } from '../store/conversation-store.ts';
import { loadConversation } from './conversation.ts';

interface ResumeInput {
  convo_id: string;
  last_event_id: string;
}

/** Event ids of a streamed reply: the message, and the number of the event. */
export const eventIdOf = ({ message_id }: ChatReply, event_no: number): string => `${message_id}.${event_no}`;

/** Takes no turn. Returns the number of the last event received too. */
export async function resumeReply(
  deps: { store: ConversationStore },
  { convo_id, last_event_id }: ResumeInput,
  onUnreadable: (reason: string) => void,
): Promise<{ reply: ChatReply; after: number }> {
  const [, message_id, event_no] = /^([\w-]+)\.(\d{1,9})$/.exec(last_event_id) ?? [];
  const { conversation } = await loadConversation(deps, convo_id, onUnreadable);
  const { streamed } = conversation;
  if (!streamed || streamed.message_id !== message_id) throw new AppError('reply_not_kept');
  return { reply: streamed as ChatReply, after: Number(event_no) };
}
