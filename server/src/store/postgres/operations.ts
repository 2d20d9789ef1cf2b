// Maps every call of the store port to its connection and its SQL.
import type { StoreCalls } from '../store.ts';
import { catalogueOperations } from './catalogue-operations.ts';
import { configOperations } from './config-operations.ts';
import { conversionOperations } from './conversion-operations.ts';
import { ledgerOperations } from './ledger-operations.ts';
import type { Operations } from './operation.ts';
import { webhookOperations } from './webhook-operations.ts';

export const operations: Operations<keyof StoreCalls> = {
  ...configOperations,
  ...catalogueOperations,
  ...ledgerOperations,
  ...conversionOperations,
  ...webhookOperations,
};
