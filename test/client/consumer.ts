// A project that uses the client, compiled by tests with each supported compiler. It is never run.
import {
  type CallOptions,
  type ChatEvent,
  Finderfee,
  isOfferReference,
  type OfferMessage,
  type Paged,
  ResultSetExpiredError,
  type SearchItem,
  type SearchResponse,
  unwrapWebhook,
  ValidationError,
} from '@finderfee/client';
import type { FinderfeeOperator, FollowedEvent } from '@finderfee/client/operator';

const client = new Finderfee({ apiKey: 'key', baseUrl: 'https://shop.example', timeoutMs: 5000, maxRetries: 1, fetch });
const options: CallOptions = { signal: AbortSignal.timeout(1000), convoId: 'c1', headers: { 'x-shop': '1' } };

export async function search(): Promise<SearchItem[]> {
  const pages: Paged<SearchResponse> = client.products.search(
    { query: 'boots', criteria: [{ field: 'final_price', operator: '<=', value: 120 }] },
    options,
  );
  const first = await pages;
  const price: number | null | undefined = first.items[0]?.price.final_value;
  const found: SearchItem[] = price === null ? [] : [...first.items];
  for await (const item of pages) found.push(item);
  for await (const page of pages.pages()) found.push(...page.items);
  return found;
}

export async function offer(message: OfferMessage): Promise<number> {
  const reply = await client.offers.create(message, { respondAsync: true });
  // @ts-expect-error: it may be an acknowledgement.
  reply.id;
  return isOfferReference(reply) ? reply.id : reply.message_id.length;
}

export async function* chat(): AsyncGenerator<string> {
  const events: AsyncIterable<ChatEvent> = client.chat.stream('c1', { chat: 'boots', per_page: 5 });
  for await (const { event, data } of events) yield event === 'reply.delta' ? data.text : event;
}

export async function follow(operator: FinderfeeOperator): Promise<FollowedEvent | undefined> {
  for await (const event of operator.conversations.follow('c1')) return event;
  const { rows } = await operator.reports.funnel({ from: '2026-11-01', to: '2026-11-30' });
  for await (const { amount, currency } of operator.rewards.list({ program: 'gold' })) console.log(amount + currency);
  // @ts-expect-error: the first page is a page, not a list.
  rows.items;
  return undefined;
}

export function explain(error: unknown): string {
  if (error instanceof ValidationError) return error.faults.map(({ loc, msg }) => `${loc.join('.')} ${msg}`).join();
  if (error instanceof ResultSetExpiredError) return `${error.status} ${JSON.stringify(error.query)}`;
  // @ts-expect-error: a query is required.
  client.products.search({ per_page: 5 });
  return String(error);
}

export async function receive(request: Request): Promise<string> {
  const event = await unwrapWebhook(await request.text(), request.headers, 'whsec_');
  if (event.type === 'reward.changed') return `${event.data.amount} ${event.data.currency}`;
  return event.type === 'click.recorded' ? event.data.click_id : event.id;
}
