// The shopping assistant.
import { chat } from '../generated/operations.ts';
import type { ChatReply, ChatRequest, RefinementResult } from '../generated/schemas.ts';
import { resumable } from '../resumable.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

/** A piece of a streamed reply. `done` is the last one and has the whole reply. */
export type ChatEvent =
  | { event: 'reply.delta'; data: { text: string } }
  | { event: 'products'; data: Pick<ChatReply, 'found_products' | 'product_warning' | 'pagination'> }
  | { event: 'refinement'; data: RefinementResult }
  | { event: 'done'; data: ChatReply };

export class Chat extends Resource {
  /** Takes one turn of a conversation. */
  send(convoId: string, message: string | ChatRequest, options?: CallOptions): Promise<ChatReply> {
    return this.transport.call(chat, turnOf(convoId, message), options);
  }

  /** Takes one turn and yields the reply in pieces. Once it has begun, a lost connection is resumed without another turn. */
  async *stream(
    convoId: string,
    message: string | ChatRequest,
    options: CallOptions = {},
  ): AsyncGenerator<ChatEvent, void, undefined> {
    const turn = turnOf(convoId, message);
    for await (const { event, data } of resumable(this.transport, chat, turn, options, { isLive: false })) {
      yield { event, data: JSON.parse(data) } as ChatEvent;
      if (event === 'done') return;
    }
  }
}

const turnOf = (convoId: string, message: string | ChatRequest) => ({
  params: { convo_id: convoId },
  body: typeof message === 'string' ? { chat: message } : message,
});
