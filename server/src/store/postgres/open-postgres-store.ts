// The store on PostgreSQL: a lane per kind of write, a pool for reads, and one for background reads.
import type { RankingSession } from '../session-store.ts';
import type { Store, StoreCalls } from '../store.ts';
import { checkServer } from './check-server.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { Lane, type LaneCall } from './lane.ts';
import { migrate, readSchema } from './migrate.ts';
import { LANES, type LaneName } from './operation.ts';
import { operations } from './operations.ts';
import { Reader } from './reader.ts';
import { insertSessions } from './session-batch.ts';
import { toStartError, withStartConnection } from './start-connection.ts';
import type { Transaction } from './transaction.ts';

export interface PostgresStoreOptions extends ConnectionOptions {
  /** The most connections that a service opens. */
  pool: number;
  /** A service connects at once. A command opens the connections that it uses, an import three of them. */
  own: boolean;
  /** Refuses a schema of an older version instead of migrating it. */
  read_only?: boolean | undefined;
  /** Called when a connection is lost. It is replaced. */
  onFault?: (error: unknown) => void;
}

const READ_DEADLINE_MS = 5000;
const BACKGROUND_READ_DEADLINE_MS = 60_000;
const BACKGROUND_READERS = 2;

export async function openPostgresStore({
  pool,
  own,
  read_only = false,
  onFault = () => {},
  ...connection
}: PostgresStoreOptions): Promise<Store> {
  await prepareDatabase(connection, { read_only });
  const laneOf = (isGrouped: boolean) => new Lane({ ...connection, run: runCalls, isGrouped, onFault });
  const lanes: Record<LaneName, Lane> = {
    ledger: laneOf(true),
    sessions: laneOf(true),
    catalogue: laneOf(false),
    config: laneOf(false),
  };
  const readerOf = (connections: number, deadline_ms: number) =>
    new Reader({ ...connection, connections, deadline_ms });
  const background = readerOf(own ? BACKGROUND_READERS : 1, BACKGROUND_READ_DEADLINE_MS);
  const reader = own ? readerOf(pool - LANES.length - BACKGROUND_READERS, READ_DEADLINE_MS) : background;
  const close = async () => {
    await Promise.all([...Object.values(lanes), ...new Set([reader, background])].map((part) => part.close()));
  };
  try {
    if (own) await Promise.all(Object.values(lanes).map((lane) => lane.start()));
  } catch (error) {
    await close();
    throw toStartError(connection, error);
  }

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

/** Checks the server and migrates the schema. */
export const prepareDatabase = (connection: ConnectionOptions, { read_only = false } = {}): Promise<void> =>
  withStartConnection(connection, async (client) => {
    await checkServer(client);
    await migrate(client, { read_only });
  });

/** Whether the database holds our schema. Changes nothing. */
export const hasSchema = (connection: ConnectionOptions): Promise<boolean> =>
  withStartConnection(connection, async (client) => (await readSchema(client)).version > 0);

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
