// How a call of the store port runs on PostgreSQL.
import type { StoreCalls } from '../store.ts';
import type { Queryable, Transaction } from './transaction.ts';

/**
 * The connections that write, each with its queue. Waiting calls are committed together, except those of `catalogue`:
 * each of them is a large transaction already.
 */
export const LANES = ['ledger', 'conversions', 'sessions', 'jobs', 'catalogue', 'config'] as const;
export type LaneName = (typeof LANES)[number];

type InputOf<N extends keyof StoreCalls> = Parameters<StoreCalls[N]>[0];
type ReplyOf<N extends keyof StoreCalls> = Awaited<ReturnType<StoreCalls[N]>>;

interface Read<N extends keyof StoreCalls> {
  kind: 'read';
  /** Background reads run in a thread with connections of its own, so that they do not delay requests. */
  isBackground?: true;
  /** A request waits for this read, but it computes for so long that it runs in the thread too. */
  inThread?: true;
  run: (db: Queryable, input: InputOf<N>) => Promise<ReplyOf<N>>;
}

interface Write<N extends keyof StoreCalls> {
  kind: 'write';
  lane: LaneName;
  /** False for the calls of imports: they wait for a busy store instead of failing. */
  hasDeadline?: false;
  run: (tx: Transaction, input: InputOf<N>) => Promise<ReplyOf<N>>;
}

/** Runs with the other calls of its batch: see ledger-batch.ts, conversion-batch.ts, session-batch.ts and run-job.ts. */
interface BatchedWrite {
  kind: 'batched';
  lane: 'ledger' | 'conversions' | 'sessions' | 'jobs';
}

type Operation<N extends keyof StoreCalls> = Read<N> | Write<N> | BatchedWrite;
export type Operations<N extends keyof StoreCalls> = { [K in N]: Operation<K> };
