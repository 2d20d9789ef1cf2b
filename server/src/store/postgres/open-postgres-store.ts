// The store on PostgreSQL: a lane per kind of write, a pool for reads, and a thread for background reads.
import type { Store, StoreCalls } from '../store.ts';
import { sumFigures } from '../store-figures.ts';
import { checkServer } from './check-server.ts';
import type { ConnectionOptions } from './connection-options.ts';
import { reportsIn, runConversionBatch } from './conversion-batch.ts';
import { Lane, type LaneCall, type RunCalls } from './lane.ts';
import { runLedgerBatch } from './ledger-batch.ts';
import { migrate, readSchema } from './migrate.ts';
import { refuseUnfinishedMigration } from './migration-target.ts';
import { LANES, type LaneName } from './operation.ts';
import { operations } from './operations.ts';
import { placeOf } from './place-of.ts';
import { Reader } from './reader.ts';
import { ReaderThread } from './reader-thread.ts';
import { runJobBatch } from './run-job.ts';
import { runSessionBatch } from './session-batch.ts';
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
const MAX_BACKGROUND_READERS = 2;
/** While one transaction commits, the other runs. */
const LEDGER_LANES = 2;
/** Bounds the jobs of a transaction: each may match two hundred conversions. */
const JOB_WEIGHT = 10;

export async function openPostgresStore({
  pool,
  own,
  read_only = false,
  onFault = () => {},
  ...connection
}: PostgresStoreOptions): Promise<Store> {
  await prepareDatabase(connection, { read_only });
  const open = (run: RunCalls, { count = 1, weightOf = (_call: LaneCall): number => 1 } = {}) =>
    Array.from({ length: count }, () => new Lane({ ...connection, run, weightOf, onFault }));
  const lanes: Record<LaneName, Lane[]> = {
    ledger: open(runLedgerBatch, { count: LEDGER_LANES }),
    conversions: open(runConversionBatch, { weightOf: reportsIn }),
    sessions: open(runSessionBatch),
    jobs: open(runJobBatch, { weightOf: () => JOB_WEIGHT }),
    // An import writes a thousand products per call.
    catalogue: open(runCalls, { weightOf: () => Number.POSITIVE_INFINITY }),
    config: open(runCalls),
  };
  const allLanes = Object.values(lanes).flat();
  const readers = own ? pool - allLanes.length : 1;
  const backgroundReaders = Math.max(1, Math.min(MAX_BACKGROUND_READERS, Math.floor(readers / 2)));
  const background = { ...connection, connections: backgroundReaders, deadline_ms: BACKGROUND_READ_DEADLINE_MS };
  const reader = new Reader(
    own ? { ...connection, connections: readers - backgroundReaders, deadline_ms: READ_DEADLINE_MS } : background,
  );
  // A command answers no requests meanwhile, so it needs no thread.
  const thread = own ? new ReaderThread({ ...background, request_deadline_ms: READ_DEADLINE_MS }, onFault) : undefined;
  const close = async () => {
    await Promise.all([...allLanes, reader, ...(thread ? [thread] : [])].map((part) => part.close()));
  };
  try {
    if (own) await Promise.all(allLanes.map((lane) => lane.start()));
  } catch (error) {
    await close();
    throw toStartError(connection, error);
  }

  const call = (name: keyof StoreCalls, input: unknown): Promise<unknown> => {
    const operation = operations[name];
    if (operation.kind === 'read') {
      if (thread && (operation.isBackground || operation.inThread)) return thread.call(name, input);
      return operation.run(reader, input as never);
    }
    const hasDeadline = operation.kind === 'batched' || (operation.hasDeadline ?? true);
    return laneOf(lanes[operation.lane], input).call({ name, input, hasDeadline });
  };
  const calls = Object.fromEntries(
    Object.keys(operations).map((name) => [name, (input: unknown) => call(name as keyof StoreCalls, input)]),
  ) as unknown as StoreCalls;

  return {
    ...calls,
    figures: () => ({
      queues: {
        ...Object.fromEntries(
          LANES.map((name) => [`${name}_writes`, sumFigures(lanes[name].map(({ figures }) => figures))]),
        ),
        reads: reader.figures,
      },
      pools: { reads: reader.poolFigures },
    }),
    close,
  };
}

/** Checks the server and migrates the schema. */
export const prepareDatabase = (connection: ConnectionOptions, { read_only = false } = {}): Promise<void> =>
  withStartConnection(connection, async (client) => {
    await checkServer(client);
    await migrate(client, { read_only });
    await refuseUnfinishedMigration(client, placeOf(connection.url));
  });

/** Whether the database holds our schema. Changes nothing. */
export const hasSchema = (connection: ConnectionOptions): Promise<boolean> =>
  withStartConnection(connection, async (client) => (await readSchema(client)).version > 0);

/** One call after the other, in the same order on every instance: the row locks of a batch cannot form a cycle. */
async function runCalls(tx: Transaction, calls: LaneCall[]): Promise<unknown[]> {
  const replies: unknown[] = [];
  for (const i of [...calls.keys()].sort((a, b) => compareCalls(calls[a]!, calls[b]!))) {
    const { name, input } = calls[i]!;
    const operation = operations[name as keyof StoreCalls];
    if (operation.kind === 'write') replies[i] = await operation.run(tx, input as never);
  }
  return replies;
}

function compareCalls(one: LaneCall, other: LaneCall): number {
  const [a, b] = [orderOf(one), orderOf(other)];
  return a === b ? 0 : a < b ? -1 : 1;
}

const orderOf = ({ name, input }: LaneCall): string => {
  const { id, key, feed, name: named } = input as Record<string, unknown>;
  return `${name} ${id ?? key ?? feed ?? named ?? ''}`;
};

/** The lane of a conversation is always the same, so that its facts meet in one batch instead of waiting for a lock. */
function laneOf(lanes: Lane[], input: unknown): Lane {
  if (lanes.length === 1) return lanes[0]!;
  const { convo_id, offers } = input as { convo_id?: string; offers?: { convo_id: string }[] };
  let hash = 0;
  for (const character of convo_id ?? offers?.[0]?.convo_id ?? '')
    hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return lanes[hash % lanes.length]!;
}
