// The embedded store: a writer thread per SQLite file, reader threads, and a background reader at lower priority.
import type { Store, StoreCalls } from '../store.ts';
import { sumFigures } from '../store-figures.ts';
import type { ThreadData } from './batch.ts';
import { openFolder } from './data-folder.ts';
import { DatabaseThread } from './database-thread.ts';
import { FILES } from './files.ts';
import { explainFullDisk, refuseMigrated, type ServerMode, writeServerMode } from './folder-lock.ts';
import { operations } from './operations.ts';

/** Two, so that a long read does not block all short ones. */
const READERS = 2;

export interface SqliteStoreOptions {
  folder: string;
  /** A server locks its folder against other servers. Commands do not, and may run next to it. */
  own: boolean;
  /** Refuses a folder of an older version instead of migrating it. */
  read_only?: boolean;
  /** What a server does, for commands that work beside it. */
  mode?: ServerMode;
  /** Called when a database thread dies. The thread is restarted. */
  onFault?: (error: unknown) => void;
}

export async function openSqliteStore({
  folder,
  own,
  read_only,
  mode = 'read-write',
  onFault = () => {},
}: SqliteStoreOptions): Promise<Store> {
  if (own && mode === 'read-write') refuseMigrated(folder);
  const lock = openFolder(folder, { own, read_only });
  if (lock) writeServerMode(folder, mode);
  const threadAs = (role: ThreadData['role']) => new DatabaseThread({ folder, role }, onFault);
  const writers = FILES.map((file) => threadAs({ writes: file }));
  // Commands read sequentially: one reader is enough.
  const readers = Array.from({ length: own ? READERS : 1 }, () => threadAs('reader'));
  const background = own ? threadAs('background reader') : undefined;
  const close = async () => {
    // Writers last: the last connection to close checkpoints the write-ahead log, which a read-only one cannot do.
    for (const threads of [[...readers, background], writers])
      await Promise.all(threads.map((thread) => thread?.close()));
    lock?.release();
  };
  try {
    // A server starts all threads up front, so that its first reply is not slower. A command starts those it uses.
    if (own) await Promise.all([...writers, ...readers, background].map((thread) => thread?.start()));
  } catch (error) {
    await close();
    throw explainFullDisk(error, folder);
  }

  const threadFor = (name: keyof StoreCalls): DatabaseThread => {
    const { file, kind } = operations[name];
    if (kind === 'write' || kind === 'maintenance') return writers[FILES.indexOf(file)]!;
    if (kind === 'background' && background) return background;
    return readers.reduce((best, reader) => (reader.pending < best.pending ? reader : best));
  };
  const calls = Object.fromEntries(
    Object.keys(operations).map((name) => {
      const key = name as keyof StoreCalls;
      const { hasDeadline = true } = operations[key];
      const pack = operations[key].pack as ((input: unknown) => unknown) | undefined;
      if (pack) return [key, async (input: unknown) => threadFor(key).call(key, pack(input), { hasDeadline })];
      return [key, (input: unknown) => threadFor(key).call(key, input, { hasDeadline })];
    }),
  ) as unknown as StoreCalls;

  return {
    ...calls,
    figures: () => ({
      queues: {
        ...Object.fromEntries(FILES.map((file, i) => [`${file}_writes`, writers[i]!.figures])),
        reads: sumFigures(readers.map(({ figures }) => figures)),
      },
      pools: {},
    }),
    close,
  };
}
