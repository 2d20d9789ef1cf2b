// Conversation routes: replies as JSON or as server-sent events.
import type { ChatReply } from '@finderfee/contract/conversation.ts';
import type { Input } from '@finderfee/contract/endpoints.ts';
import { chat, type TurnFaults } from '../conversations/chat.ts';
import { eventIdOf, resumeReply } from '../conversations/resume-reply.ts';
import { followConversation } from '../trace/follow-conversation.ts';
import { spy } from '../trace/spy.ts';
import { EventStream, type ServerEvent } from './event-stream.ts';
import { type RouteContext, type RouteDeps, sightOf } from './route-deps.ts';

export async function chatRoute(deps: RouteDeps, input: Input<'chat'>, context: RouteContext) {
  const { acceptsEvents, log, caller, abortSignal } = context;
  const faults: TurnFaults = {
    onModelFailure: (reason) => {
      deps.metrics.countModelFailure();
      log.warn({ reason }, 'the chat model failed; the built-in reader answered the turn');
    },
    onUnreadable: (reason) =>
      log.warn({ reason }, 'the stored state of a conversation is unreadable; the conversation starts over'),
  };
  const { convo_id } = input.params;
  const last_event_id = input.headers['last-event-id'];
  if (acceptsEvents && last_event_id) {
    const { reply, after } = await resumeReply(deps, { convo_id, last_event_id }, faults.onUnreadable);
    return new EventStream(numbered(reply, after));
  }
  const turnCaller = { signal: abortSignal(), is_keyless: !caller.key, is_streamed: acceptsEvents };
  const reply = await chat(deps, input, faults, turnCaller);
  return acceptsEvents ? new EventStream(numbered(reply, 0)) : reply;
}

/** The events of a reply, without the first ones. */
async function* numbered(reply: ChatReply, after: number): AsyncGenerator<ServerEvent> {
  let event_no = 0;
  for (const event of chatEvents(reply)) if (++event_no > after) yield { id: eventIdOf(reply, event_no), ...event };
}

/** The turn is already committed, so streamed text is final. */
function* chatEvents(reply: ChatReply): Generator<ServerEvent> {
  for (const [text] of reply.agent_reply.matchAll(/\s*\S+/g)) yield { event: 'reply.delta', data: { text } };
  const { found_products, product_warning, pagination, refinement_result } = reply;
  if (found_products) yield { event: 'products', data: { found_products, product_warning, pagination } };
  if (refinement_result) yield { event: 'refinement', data: refinement_result };
  yield { event: 'done', data: reply };
}

export async function spyRoute(deps: RouteDeps, input: Input<'spy'>, context: RouteContext) {
  const { seesEmails } = sightOf(context);
  if (!context.acceptsEvents || context.isHead) return spy(deps, input, { seesEmails });
  const followed = await followConversation(deps, {
    convo_id: input.params.convo_id,
    last_event_id: input.headers['last-event-id'],
    seesEmails,
    signal: AbortSignal.any([deps.stopping, context.abortSignal()]),
  });
  return new EventStream(toServerEvents(followed));
}

async function* toServerEvents(
  followed: Awaited<ReturnType<typeof followConversation>>,
): AsyncGenerator<ServerEvent | null> {
  for await (const step of followed) yield step && { id: step.id, event: step.kind, data: step.data };
}
