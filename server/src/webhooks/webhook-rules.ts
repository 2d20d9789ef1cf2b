// What a caller may set on a webhook.
import { InvalidInput } from '../invalid-input.ts';
import { maskCardsAndKeys } from '../text/mask.ts';
import { webhookUrlFault } from './webhook-url.ts';

/** Whether the caller's key has the scope `pii`. */
export interface Sight {
  seesEmails: boolean;
}

export function checkUrl(url: string, privateHosts: readonly string[]): void {
  const message = webhookUrlFault(url, privateHosts);
  if (message !== undefined) throw new InvalidInput([{ path: ['url'], message, input: url }]);
}

/** Card numbers and keys are not stored. */
export const maskDescription = <T extends string | null | undefined>(description: T) =>
  description && maskCardsAndKeys(description);
