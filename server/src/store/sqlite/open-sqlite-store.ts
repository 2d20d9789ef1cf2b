// The embedded store: three SQLite files, one writer thread each, a few readers, and one for what nobody waits for.
import type { Store, StoreCalls } from '../port.ts';
import type { ThreadData } from './batch.ts';
import { BatchingThread } from './batching-thread.ts';
import { explainFullDisk, openFolder } from './data-folder.ts';
import { FILES } from './files.ts';
import { operations } from './operations.ts';

/** Two, so that one long read does not hold up every short one. */
const READERS = 2;

export interface SqliteStoreOptions {
  folder: string;
  /** A server owns its folder: a second one is refused. Commands run beside it. */
  own: boolean;
  /** For a command that must change nothing: a folder of an older version is refused, not migrated. */
  read_only?: boolean;
  /** Told when a database thread dies; it is replaced. */
  onFault?: (error: unknown) => void;
}

export async function openSqliteStore({
  folder,
  own,
  read_only,
  onFault = () => {},
}: SqliteStoreOptions): Promise<Store> {
  const lock = openFolder(folder, { own, read_only });
  const threadAs = (role: ThreadData['role']) => new BatchingThread({ folder, role }, onFault);
  const writers = FILES.map((file) => threadAs({ writes: file }));
  // A command asks one thing after the other: a single reader.
  const readers = Array.from({ length: own ? READERS : 1 }, () => threadAs('reader'));
  const background = own ? threadAs('background reader') : undefined;
  const close = async () => {
    // Writers last: the last connection to close checkpoints the WAL, and a reader cannot.
    for (const threads of [[...readers, background], writers])
      await Promise.all(threads.map((thread) => thread?.close()));
    lock?.release();
  };
  try {
    // A server waits for all threads, so that its first answer is as fast as any. A command starts those that it calls.
    if (own) await Promise.all([...writers, ...readers, background].map((thread) => thread?.start()));
  } catch (error) {
    await close();
    throw explainFullDisk(error, folder);
  }

  const threadFor = (name: keyof StoreCalls): BatchingThread => {
    const { file, kind } = operations[name];
    if (kind === 'write' || kind === 'maintenance') return writers[FILES.indexOf(file)]!;
    if (kind === 'background' && background) return background;
    return readers.reduce((best, reader) => (reader.waiting < best.waiting ? reader : best));
  };
  const calls = Object.fromEntries(
    Object.keys(operations).map((name) => {
      const key = name as keyof StoreCalls;
      const { isPatient = false } = operations[key];
      const pack = operations[key].pack as ((input: unknown) => unknown) | undefined;
      if (pack) return [key, async (input: unknown) => threadFor(key).call(key, pack(input), { isPatient })];
      return [key, (input: unknown) => threadFor(key).call(key, input, { isPatient })];
    }),
  ) as unknown as StoreCalls;

  return {
    ...calls,
    queueLengths: () => ({
      ...Object.fromEntries(FILES.map((file, i) => [`${file}_writes`, writers[i]!.waiting])),
      reads: readers.reduce((sum, reader) => sum + reader.waiting, 0),
    }),
    close,
  };
}
