// Maps every call of the store port to its connection and its SQL.
import type { StoreCalls } from '../store.ts';
import { catalogueOperations } from './catalogue-operations.ts';
import { configOperations } from './config-operations.ts';
import { conversionOperations } from './conversion-operations.ts';
import * as conversions from './conversions.ts';
import { ledgerOperations } from './ledger-operations.ts';
import type { Operations } from './operation.ts';
import { removeConversation } from './remove-conversation.ts';
import { removeSearches } from './remove-searches.ts';
import { webhookOperations } from './webhook-operations.ts';

export const operations: Operations<keyof StoreCalls> = {
  ...configOperations,
  ...catalogueOperations,
  ...ledgerOperations,
  ...conversionOperations,
  ...webhookOperations,
  removeConversation: { kind: 'write', lane: 'config', run: removeConversation },
  removeSearches: { kind: 'write', lane: 'config', run: removeSearches },
  removeConversions: { kind: 'write', lane: 'config', run: conversions.remove },
};
