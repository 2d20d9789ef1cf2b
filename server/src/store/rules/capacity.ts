// How many rows of each kind of configuration a store holds, and what a write beyond that answers.

import { MAX_CRITERIA_SETS, MAX_SYNONYM_EDITS } from '../config-store.ts';
import { MAX_NETWORKS, type NetworkAccount } from '../conversion-store.ts';
import { MAX_FEEDS } from '../feed-store.ts';
import { MAX_WEBHOOKS } from '../webhook-store.ts';

const CAPACITY = {
  criteria_sets: MAX_CRITERIA_SETS,
  feeds: MAX_FEEDS,
  network_accounts: MAX_NETWORKS,
  synonym_edits: MAX_SYNONYM_EDITS,
  webhooks: MAX_WEBHOOKS,
};

export type CountedTable = keyof typeof CAPACITY;

/** Why a row is not written; null if it is. Existing rows are replaced even if the table is full. */
export const refuseUpsert = (table: CountedTable, exists: boolean, count: () => number): 'full' | null =>
  !exists && count() >= CAPACITY[table] ? 'full' : null;

/** The same for a row that must not exist. */
export const refuseInsert = (table: CountedTable, exists: boolean, count: () => number): 'exists' | 'full' | null =>
  exists ? 'exists' : refuseUpsert(table, exists, count);

/** An account without a token was added by a report, or was removed: it can be added. */
export const refuseNetwork = (known: NetworkAccount | null, count: () => number): 'exists' | 'full' | null =>
  known?.token ? 'exists' : refuseUpsert('network_accounts', known !== null, count);
