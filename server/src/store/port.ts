// What the verbs need of the store, in their words. Every adapter gives the same answers: see contract-suite.ts.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Scope } from '@finderfee/contract/endpoint.ts';

export interface StoredCriteriaSet {
  id: string;
  name: string;
  query: string | null;
  exclude_query: string | null;
  criteria: Criterion[];
  created_at_ms: number;
  updated_at_ms: number;
}

/** A set as a caller gives it, with the time of the request. */
export type CriteriaSetWrite = Omit<StoredCriteriaSet, 'created_at_ms' | 'updated_at_ms'> & { now_ms: number };

export interface StoredKey {
  id: string;
  name: string;
  /** SHA-256 of the key; the key itself is shown once and never stored. */
  digest: Uint8Array;
  scopes: Scope[];
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
}

export const MAX_CRITERIA_SETS = 10_000;

/** The calls that reach the databases. A write resolves when what it did is durable. */
export interface StoreCalls {
  insertCriteriaSet(set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'exists' | 'full'>;
  /** `created_at_ms` stays and `updated_at_ms` moves forward, even within one millisecond. */
  upsertCriteriaSet(set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'full'>;
  getCriteriaSet(by: { id: string }): Promise<StoredCriteriaSet | null>;
  /** Ordered by id. */
  listCriteriaSets(by: Record<string, never>): Promise<StoredCriteriaSet[]>;
  /** Says whether there was one. */
  deleteCriteriaSet(by: { id: string }): Promise<boolean>;

  insertKey(key: StoredKey): Promise<void>;
  /** Ordered by creation, revoked and expired ones included. */
  listKeys(by: Record<string, never>): Promise<StoredKey[]>;
  /** Says whether the key is there; the first revocation's time stays. */
  revokeKey(by: { id: string; now_ms: number }): Promise<boolean>;
}

export interface Store extends StoreCalls {
  /** Calls that wait, by queue: what /metrics shows. */
  figures(): Record<string, number>;
  close(): Promise<void>;
}
