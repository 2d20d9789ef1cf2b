// The store on PostgreSQL: a lane per kind of write, a pool for reads, and one for background reads.
import type { RankingSession } from '../session-store.ts';
import type { Store, StoreCalls } from '../store.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { Lane, type LaneCall } from './lane.ts';
import { migrate } from './migrate.ts';
import { LANES, type LaneName } from './operation.ts';
import { operations } from './operations.ts';
import { Reader } from './reader.ts';
import { insertSessions } from './session-batch.ts';
import type { Transaction } from './transaction.ts';

export interface PostgresStoreOptions extends ConnectionOptions {
  /** The most connections that the store opens. */
  pool: number;
  /** A service connects at once. A command opens the connections that it uses. */
  own: boolean;
  /** Called when a connection is lost. It is replaced. */
  onFault?: (error: unknown) => void;
}

const READ_DEADLINE_MS = 5000;
const BACKGROUND_READ_DEADLINE_MS = 60_000;
const BACKGROUND_READERS = 2;

export async function openPostgresStore({
  pool,
  own,
  onFault = () => {},
  ...connection
}: PostgresStoreOptions): Promise<Store> {
  await migrate(connection);
  const laneOf = (isGrouped: boolean) => new Lane({ ...connection, run: runCalls, isGrouped, onFault });
  const lanes: Record<LaneName, Lane> = {
    ledger: laneOf(true),
    sessions: laneOf(true),
    catalogue: laneOf(false),
    config: laneOf(false),
  };
  const connections = Math.max(1, pool - LANES.length - BACKGROUND_READERS);
  const reader = new Reader({ ...connection, connections, deadline_ms: READ_DEADLINE_MS });
  const background = new Reader({
    ...connection,
    connections: BACKGROUND_READERS,
    deadline_ms: BACKGROUND_READ_DEADLINE_MS,
  });
  const close = async () => {
    await Promise.all([...Object.values(lanes).map((lane) => lane.close()), reader.close(), background.close()]);
  };
  if (own) await Promise.all(Object.values(lanes).map((lane) => lane.start()));

  const call = (name: keyof StoreCalls, input: unknown): Promise<unknown> => {
    const operation = operations[name]!;
    if (operation.kind === 'read') return operation.run(operation.isBackground ? background : reader, input as never);
    const hasDeadline = operation.kind === 'batched' || (operation.hasDeadline ?? true);
    return lanes[operation.lane].call({ name, input, hasDeadline });
  };
  const calls = Object.fromEntries(
    Object.keys(operations).map((name) => [name, (input: unknown) => call(name as keyof StoreCalls, input)]),
  ) as unknown as StoreCalls;

  return {
    ...calls,
    queueLengths: () => ({
      ...Object.fromEntries(LANES.map((name) => [`${name}_writes`, lanes[name].pending])),
      reads: reader.pending,
    }),
    close,
  };
}

/** Batched calls run together and first; the others follow, one by one. */
async function runCalls(tx: Transaction, calls: LaneCall[]): Promise<unknown[]> {
  const isBatched = ({ name }: LaneCall) => operations[name as keyof StoreCalls]!.kind === 'batched';
  const batch = calls.filter(isBatched);
  if (batch.length > 0)
    await insertSessions(
      tx,
      batch.map(({ input }) => input as RankingSession),
    );
  const replies: unknown[] = [];
  for (const { name, input } of calls) {
    const operation = operations[name as keyof StoreCalls]!;
    replies.push(operation.kind === 'write' ? await operation.run(tx, input as never) : undefined);
  }
  return replies;
}
