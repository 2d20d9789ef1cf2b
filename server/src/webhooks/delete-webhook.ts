// Deletes a webhook. What waits for it is not sent.
import { AppError } from '../app-error.ts';
import type { WebhookStore } from '../store/webhook-store.ts';

export async function deleteWebhook({ store }: { store: WebhookStore }, id: number): Promise<void> {
  if (!(await store.deleteWebhook({ id }))) throw new AppError('webhook_not_found');
}
