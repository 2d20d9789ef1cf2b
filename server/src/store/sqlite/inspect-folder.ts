// The state of the files of a data folder, for operators. Changes nothing, and works beside a running server.
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import type { FolderInspection, InspectedFile } from '../store-inspection.ts';
import { migrationsOf, readFileVersion } from './data-folder.ts';
import { FILES, type File, pathOf } from './files.ts';
import { isBusy } from './folder-lock.ts';

const QUICK_CHECK = fileURLToPath(new URL('./quick-check-process.ts', import.meta.url));
const QUICK_CHECK_MS = 20_000;

export const inspectFolder = async (folder: string): Promise<FolderInspection> => ({
  engine: 'sqlite',
  files: await Promise.all(FILES.map((file) => inspectFile(folder, file))),
});

async function inspectFile(folder: string, file: File): Promise<InspectedFile> {
  const path = pathOf(folder, file);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const found = { name: `${file}.db`, bytes, program_schema: migrationsOf(file).length };
  try {
    const schema = readFileVersion(folder, file, { max_checked_bytes: 0 }) ?? null;
    const problem = schema === null ? 'ok' : await quickCheck(path);
    const isFault = problem !== null && problem !== 'ok';
    return { ...found, schema, fault: isFault ? `${path} is damaged: ${problem}` : null, is_checked: problem !== null };
  } catch (error) {
    return { ...found, schema: null, fault: (error as Error).message, is_checked: false };
  }
}

/** `ok`, or the first problem; null if it took too long. */
const quickCheck = (path: string): Promise<string | null> =>
  new Promise((resolve) => {
    const options = { timeout: QUICK_CHECK_MS, killSignal: 'SIGKILL' as const };
    execFile(process.execPath, [QUICK_CHECK, path], options, (error, stdout, stderr) => {
      if (error?.killed) resolve(null);
      else resolve(error ? (/^Error: .*/m.exec(stderr)?.[0] ?? error.message) : stdout);
    });
  });

/** Whether a server owns the folder: it holds an exclusive lock on a file of its own. */
export function isServed(folder: string): boolean {
  const path = `${folder}/server.lock`;
  if (!existsSync(path)) return false;
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    db.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}
