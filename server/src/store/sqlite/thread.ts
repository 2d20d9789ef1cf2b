// A database thread. A writer commits each batch of calls as one transaction with one fsync (group commit).
import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../lower-priority.ts';
import type { Call, Outcome, ThreadData } from './batch.ts';
import { Connection } from './connection.ts';
import { FILES, type File } from './files.ts';
import { operations } from './operations.ts';

const { folder, role } = workerData as ThreadData;
const port = parentPort!;

if (typeof role === 'string') {
  if (role === 'background reader') lowerThreadPriority();
  const connections = Object.fromEntries(FILES.map((file) => [file, new Connection(folder, file, 'read')]));
  serve(Object.values(connections), (calls) =>
    calls.map((call) => attempt(() => run(connections[operations[call.name].file]!, call))),
  );
} else {
  const db = new Connection(folder, role.writes as File, 'write');
  serve([db], (calls) => runWrites(db, calls));
}

function serve(connections: Connection[], runBatch: (calls: Call[]) => Outcome[]): void {
  port.on('message', (message: Call[] | 'close') => {
    if (message !== 'close') return port.postMessage(runBatch(message));
    for (const connection of connections) connection.close();
    port.close();
  });
  port.postMessage('ready');
}

/** Maintenance cannot run inside a transaction, so it splits the batch. */
function runWrites(db: Connection, calls: Call[]): Outcome[] {
  const at = calls.findIndex(({ name }) => operations[name].kind === 'maintenance');
  if (at < 0) return commit(db, calls);
  const before = at > 0 ? commit(db, calls.slice(0, at)) : [];
  const outcome = attempt(() => run(db, calls[at]!));
  const rest = calls.slice(at + 1);
  return [...before, outcome, ...(rest.length > 0 ? runWrites(db, rest) : [])];
}

/** A single call failed and the transaction is still open: the other calls of the batch may succeed. */
class CallFailure extends Error {}

/** Runs all calls in one transaction. Results are returned after the commit. */
function commit(db: Connection, calls: Call[]): Outcome[] {
  try {
    return inTransaction(db, () => calls.map((call) => runInBatch(db, call)));
  } catch (error) {
    // SQLITE_BUSY, a full disk or an I/O error affects the whole transaction, so the calls are not retried one by one.
    return error instanceof CallFailure ? commitEach(db, calls) : calls.map(() => failure(error));
  }
}

function runInBatch(db: Connection, call: Call): Outcome {
  try {
    return { value: run(db, call) };
  } catch (error) {
    throw db.isTransaction ? new CallFailure('a call failed', { cause: error }) : error;
  }
}

/** Runs each call in a savepoint, so that only failed calls are rolled back. A savepoint costs as much as a short call. */
function commitEach(db: Connection, calls: Call[]): Outcome[] {
  try {
    return inTransaction(db, () => calls.map((call) => savepoint(db, call)));
  } catch (error) {
    return calls.map(() => failure(error));
  }
}

function inTransaction(db: Connection, action: () => Outcome[]): Outcome[] {
  db.run('BEGIN IMMEDIATE');
  try {
    const outcomes = action();
    db.run('COMMIT');
    return outcomes;
  } catch (error) {
    if (db.isTransaction) db.run('ROLLBACK');
    throw error;
  }
}

function savepoint(db: Connection, call: Call): Outcome {
  db.exec('SAVEPOINT call');
  const outcome = attempt(() => run(db, call));
  // SQLite rolled back the whole transaction (disk full, I/O error): all its calls fail.
  if ('error' in outcome && !db.isTransaction) throw Object.assign(outcome.error, { errcode: outcome.fault });
  if ('error' in outcome) db.exec('ROLLBACK TO call');
  db.exec('RELEASE call');
  return outcome;
}

function run(db: Connection, { name, input }: Call): unknown {
  return (operations[name].run as (db: Connection, input: unknown) => unknown)(db, input);
}

function attempt(action: () => unknown): Outcome {
  try {
    return { value: action() };
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): Outcome {
  const { message, errcode } = error as Error & { errcode?: number };
  return { error: new Error(message), fault: errcode };
}
