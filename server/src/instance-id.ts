// The name of this instance among those that share a store.
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

/** New at every start: a restarted instance must not be taken for the one before it. */
export const createInstanceId = (): string => `${hostname()}-${randomBytes(4).toString('hex')}`;
