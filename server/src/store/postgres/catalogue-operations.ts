// The calls of the catalogue port, without those of feeds.
import type { StoreCalls } from '../store.ts';
import type { Operations } from './operation.ts';

export const catalogueOperations: Partial<Operations<keyof StoreCalls>> = {};
