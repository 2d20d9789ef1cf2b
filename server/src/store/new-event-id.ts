// Ids of webhook events. Each is the `webhook-id` of all deliveries of its event.
import { randomUUID } from 'node:crypto';

/** Standard Webhooks: the id must not contain a dot. */
export const newEventId = (): string => `evt_${randomUUID().replaceAll('-', '')}`;
