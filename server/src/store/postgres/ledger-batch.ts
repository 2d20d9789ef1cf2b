// Runs the facts of a batch as one transaction: one round trip locks and reads, the shared rules decide in memory, and one
// writes and commits. Locks and keys are taken in a fixed order, so that batches wait for each other without deadlocks.
import type { TurnWrite } from '../conversation-store.ts';
import type { ClickWrite, LedgerStore, SignupWrite, ToolCallWrite, VisitWrite } from '../ledger-store.ts';
import { toolEvent } from '../rules/trace-events.ts';
import type { WebhookEventType } from '../webhook-store.ts';
import { ClickBatch } from './clicks.ts';
import { TurnBatch } from './conversations.ts';
import { EventBatch } from './events.ts';
import { FunnelBatch } from './funnel-batch.ts';
import { JobBatch } from './jobs.ts';
import type { LaneCall } from './lane.ts';
import { findClicked, OfferBatch } from './offers.ts';
import { PersonBatch } from './people.ts';
import { SignupBatch } from './signups.ts';
import type { Transaction } from './transaction.ts';
import { WebhookEventBatch } from './webhook-events.ts';

type RegisterInput = Parameters<LedgerStore['registerOffers']>[0];

export async function runLedgerBatch(tx: Transaction, calls: readonly LaneCall[]): Promise<unknown[]> {
  const callsOf = <T>(name: string) => calls.filter((call) => call.name === name) as { input: T }[];
  const clickCalls = callsOf<ClickWrite>('recordClick');
  const visitCalls = callsOf<VisitWrite>('recordVisit');
  const registerCalls = callsOf<RegisterInput>('registerOffers');
  const signupCalls = callsOf<SignupWrite>('acceptSignup');
  const turnCalls = callsOf<TurnWrite>('saveTurn');
  const toolCalls = callsOf<ToolCallWrite>('recordToolCall');

  const visits = visitCalls.map(({ input }) => input);
  const clickWrites = [...clickCalls.map(({ input }) => input), ...visits.filter((visit) => visit.non_click === null)];
  const offerWrites = registerCalls.flatMap(({ input }) => input.offers);
  const signupWrites = signupCalls.map(({ input }) => input);
  const turnWrites = turnCalls.map(({ input }) => input);
  const toolWrites = toolCalls.map(({ input }) => input);
  const convoWrites = [...clickWrites, ...offerWrites, ...signupWrites, ...turnWrites, ...toolWrites];
  const convoIds = convoWrites.map(({ convo_id }) => convo_id);
  const emails = [...clickWrites, ...offerWrites, ...signupWrites].map(({ email }) => email);
  const messageIds = [...offerWrites, ...signupWrites].flatMap(({ message_id }) => message_id ?? []);

  const eventTypes: WebhookEventType[] = [
    ...(clickWrites.length > 0 ? ['click.recorded' as const] : []),
    ...(offerWrites.length > 0 ? ['offer.registered' as const] : []),
  ];

  // Issued in this order: the first statement locks, the others see what earlier holders of the locks have committed.
  const [events, turns, people, offers, jobs, clicks, funnel, clicked, webhooks] = await Promise.all([
    EventBatch.read(tx, convoIds),
    TurnBatch.read(tx, turnWrites),
    PersonBatch.read(tx, emails),
    OfferBatch.read(tx, offerWrites),
    JobBatch.read(tx, messageIds),
    ClickBatch.read(tx, clickWrites),
    FunnelBatch.read(tx, { clicks: clickWrites, offers: offerWrites }),
    findClicked(
      tx,
      [...clickCalls, ...visitCalls].map(({ input }) => input),
    ),
    WebhookEventBatch.read(tx, eventTypes),
  ]);
  const signups = new SignupBatch();

  // Calls that waited together are unordered. Visits come before offers, because theirs are read already.
  const replies = new Map<object, unknown>();
  const facts = { people, jobs, events, funnel, webhooks };
  for (const [i, call] of clickCalls.entries()) replies.set(call, clicks.record(call.input, clicked[i]!, facts));
  for (const [i, call] of visitCalls.entries()) {
    const offer = clicked[clickCalls.length + i]!;
    clicks.recordVisit(call.input, offer, facts);
    replies.set(call, offer?.visited ?? null);
  }
  for (const call of registerCalls) replies.set(call, offers.register(call.input, facts));
  for (const call of signupCalls) signups.accept(call.input, facts);
  for (const call of toolWrites) events.append(toolEvent(call), null);
  for (const call of turnCalls) replies.set(call, turns.save(call.input, events));

  for (const batch of [people, offers, jobs, clicks, signups, events, turns, funnel, webhooks]) batch.write(tx);
  return calls.map((call) => replies.get(call));
}
