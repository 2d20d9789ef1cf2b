// The settings, the data folder and the click spool.
import { accessSync, constants, existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { attention, type Check, failed, ok, plural, RUN_AS_OWNER, size, type Verdict } from './check.ts';

/** Spooled clicks are delivered every few seconds while a server runs. */
const OLD_SPOOL_MS = 60_000;

/** Invalid settings end the command before. */
export const checkSettings: Check = async ({ given_settings }) =>
  ok(`valid; ${given_settings.length === 0 ? 'all are defaults' : `set: ${given_settings.join(', ')}`}`);

function refuseUnwritable(folder: string): Verdict | undefined {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return failed(`${folder} cannot be written: ${(error as Error).message}`, RUN_AS_OWNER);
  }
}

export const checkFolder: Check = async ({ config, hasServer }) => {
  const { DATA_DIR, DATABASE_URL, MIN_FREE_DISK_MB } = config;
  const folder = resolve(DATA_DIR);
  // With a database, the folder holds only the index, and a command may run on another machine.
  if (!existsSync(folder))
    return DATABASE_URL === undefined
      ? failed(`${folder} does not exist`, 'set DATA_DIR to the folder of the installation')
      : ok(`${folder} does not exist: no server has run here`);
  const refusal = refuseUnwritable(folder);
  if (refusal) return refusal;
  const { bavail, bsize } = await statfs(folder);
  const free = `${size(bavail * bsize)} free`;
  if (bavail * bsize < MIN_FREE_DISK_MB * 1e6)
    return (DATABASE_URL === undefined ? failed : attention)(
      `${folder} has ${free}, less than MIN_FREE_DISK_MB=${MIN_FREE_DISK_MB}`,
      'free space or enlarge the volume; writes are rejected until then',
    );
  return ok(`${folder} is writable, ${free}; ${hasServer() ? 'a server owns it' : 'no server owns it'}`);
};

export const checkSpool: Check = async ({ config: { SPOOL_DIR }, clock }) => {
  if (SPOOL_DIR === undefined) return null;
  if (!existsSync(SPOOL_DIR)) return ok(`${SPOOL_DIR} does not exist: no server has run here`);
  const refusal = refuseUnwritable(resolve(SPOOL_DIR));
  if (refusal) return refusal;
  const names = (await readdir(SPOOL_DIR)).filter((name) => /^clicks-.*\.jsonl$/.test(name));
  const files = await Promise.all(names.map((name) => stat(join(SPOOL_DIR, name)).catch(() => null)));
  const waiting = files.filter((file) => file !== null && file.size > 0);
  if (waiting.length === 0) return ok('no clicks wait');
  const bytes = waiting.reduce((sum, file) => sum + file!.size, 0);
  const seen = `${plural(waiting.length, 'file')} of clicks (${size(bytes)}) in ${resolve(SPOOL_DIR)}`;
  const oldest_ms = Math.min(...waiting.map((file) => file!.mtimeMs));
  if (clock.now_ms() - oldest_ms < OLD_SPOOL_MS) return ok(`${seen}, on their way to the store`);
  return attention(seen, 'start the service with this SPOOL_DIR; it delivers them once the store takes writes');
};
