// The calls of the ledger and conversation ports.
import type { StoreCalls } from '../store.ts';
import type { Operations } from './operation.ts';

export const ledgerOperations: Partial<Operations<keyof StoreCalls>> = {};
