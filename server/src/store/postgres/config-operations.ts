// The calls of the configuration, feed and session ports.
import type { StoreCalls } from '../store.ts';
import type { Operations } from './operation.ts';
import * as secrets from './secrets.ts';

export const configOperations: Partial<Operations<keyof StoreCalls>> = {
  getOrCreateSecret: { kind: 'write', lane: 'config', run: secrets.getOrCreate },
};
