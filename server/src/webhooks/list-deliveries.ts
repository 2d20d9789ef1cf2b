// Lists the deliveries of a webhook with their attempts, newest first.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { listPage } from '../list-page.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { Tokens } from '../tokens.ts';
import { findWebhook } from './list-webhooks.ts';
import { deliveryToWire } from './to-wire.ts';

interface ListDeps {
  store: WebhookStore;
  tokens: Tokens;
}

export async function listDeliveries(deps: ListDeps, { params, query }: Input<'listDeliveries'>) {
  await findWebhook(deps, params.id);
  const { store, tokens } = deps;
  const filter = { webhook_id: params.id, state: query.state ?? null };
  const list = { tokens, kind: 'deliveries', query, filter, owner: 'webhook_id' } as const;
  const { rows, next_cursor } = await listPage(list, store.listDeliveries, ({ id }) => id);
  return { items: rows.map(deliveryToWire), next_cursor };
}
