// The store port of what all processes of an installation share: criteria sets, API keys, synonyms,
// secrets, learned artefacts, leases and live instances.
import type { Criterion } from '@finderfee/contract/criterion.ts';
import type { Scope } from '@finderfee/contract/endpoint.ts';
import type { SynonymGroup } from '../text/synonyms.ts';

export interface StoredCriteriaSet {
  id: string;
  name: string;
  query: string | null;
  exclude_query: string | null;
  criteria: Criterion[];
  created_at_ms: number;
  updated_at_ms: number;
}

/** A set as given by a caller, with the time of the request. */
export type CriteriaSetWrite = Omit<StoredCriteriaSet, 'created_at_ms' | 'updated_at_ms'> & { now_ms: number };

export const MAX_CRITERIA_SETS = 10_000;

export interface StoredKey {
  id: string;
  name: string;
  /** SHA-256 of the key. The key itself is shown once and never stored. */
  digest: Uint8Array;
  scopes: Scope[];
  created_at_ms: number;
  expires_at_ms: number | null;
  revoked_at_ms: number | null;
}

export interface ListedKey extends StoredKey {
  /** To about a minute. */
  last_used_at_ms: number | null;
}

export interface KeyUse {
  id: string;
  used_at_ms: number;
}

export const SYNONYM_EDIT_KINDS = ['added', 'removed'] as const;

/** An operator's change to the synonyms: an added group, or a built-in group that is switched off. */
export interface SynonymEdit {
  /** Identifies the group (`keyOf`). A group has at most one edit. */
  key: string;
  kind: (typeof SYNONYM_EDIT_KINDS)[number];
  group: SynonymGroup;
  at_ms: number;
}

export const MAX_SYNONYM_EDITS = 5000;

/** A value that one process learns and all processes use. */
export interface StoredArtefact {
  kind: string;
  /** Counted from 1. */
  generation: number;
  bytes: Uint8Array;
}

export interface LeaseRequest {
  /** The work that one process at a time does. */
  name: string;
  /** Identifies the process. */
  holder: string;
  now_ms: number;
  ttl_ms: number;
}

/** A write that carries a lease is refused once another process has acquired the lease. */
export interface HeldLease {
  name: string;
  /** The fencing token that `acquireLease` returned. */
  token: number;
}

export type FencedOutcome = 'saved' | 'stale';

export interface InstanceBeat {
  id: string;
  now_ms: number;
  /** An instance that was not seen for longer is not live. */
  ttl_ms: number;
}

/** Versions of what processes cache. Within an epoch, each grows when a change of it is committed. */
export interface Stamps {
  /**
   * Identifies the history that the versions belong to. It differs after the database was restored from a backup: then a
   * number may stand for another change than before. A restart keeps it.
   */
  epoch: string;
  /** The last change number of the catalogue. */
  changes: number;
  /** The number of the last requested index rebuild. */
  rebuilds: number;
  keys: number;
  synonyms: number;
  /** The change number that the saved vocabulary includes; 0 if none is saved. */
  vocabulary: number;
}

export interface ConfigStore {
  insertCriteriaSet(set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'exists' | 'full'>;
  /** Keeps `created_at_ms`. `updated_at_ms` increases strictly, even within one millisecond. */
  upsertCriteriaSet(set: CriteriaSetWrite): Promise<StoredCriteriaSet | 'full'>;
  getCriteriaSet(by: { id: string }): Promise<StoredCriteriaSet | null>;
  /** Ordered by id, starting after the given one. */
  listCriteriaSets(by: { after: string; limit: number }): Promise<StoredCriteriaSet[]>;
  /** Returns whether the set existed. */
  deleteCriteriaSet(by: { id: string }): Promise<boolean>;

  insertKey(key: StoredKey): Promise<void>;
  /** Oldest first, including revoked and expired keys. */
  listKeys(by: Record<string, never>): Promise<ListedKey[]>;
  /** Returns whether the key exists. The time of the first revocation is kept. */
  revokeKey(by: { id: string; now_ms: number }): Promise<boolean>;
  /** Keeps the latest use of each key, which is given once. Keys that are not stored are ignored. */
  recordKeyUses(by: { uses: KeyUse[] }): Promise<void>;

  /** Oldest first. */
  listSynonymEdits(by: Record<string, never>): Promise<SynonymEdit[]>;
  /** Replaces an edit of the other kind; an edit of the same kind is left unchanged. */
  saveSynonymEdit(edit: SynonymEdit): Promise<'saved' | 'unchanged' | 'full'>;
  /** Returns whether an edit of this kind existed. */
  deleteSynonymEdit(by: { key: string; kind: SynonymEdit['kind'] }): Promise<boolean>;

  /** Returns the installation's secret of this name, after storing `proposed` if there was none. */
  getOrCreateSecret(by: { name: string; proposed: Uint8Array }): Promise<Uint8Array>;

  /**
   * Saves the generation after the newest one and deletes all but the last two; `stale` if it is another generation, or
   * if the lease is lost.
   */
  saveArtefact(artefact: StoredArtefact & { lease: HeldLease }): Promise<FencedOutcome>;
  /** The newest generation unless one is given; null if it does not exist, or no longer. */
  loadArtefact(by: { kind: string; generation?: number }): Promise<StoredArtefact | null>;
  /** The newest generation; 0 if there is none. */
  newestArtefact(by: { kind: string }): Promise<number>;

  /**
   * Acquires or renews a lease and returns its fencing token, which grows with every new holder; null while another
   * process holds the lease.
   */
  acquireLease(by: LeaseRequest): Promise<number | null>;
  /** Ends a lease early. Does nothing if another process holds it by now. */
  releaseLease(by: { name: string; token: number }): Promise<void>;

  /** Notes that an instance is live, deletes those that are not, and returns how many are left. */
  recordInstance(by: InstanceBeat): Promise<number>;

  /** The time of the database, in milliseconds. An engine without a clock of its own returns that of this machine. */
  readClock(by: Record<string, never>): Promise<number>;

  /** One small read that shows which cached lists have changed. */
  readStamps(by: Record<string, never>): Promise<Stamps>;
}
