// Leaves no byte of what was erased in a file or its log. Runs outside a transaction, beside a server.
import { randomBytes } from 'node:crypto';
import type { Connection } from './connection.ts';

const PAGE_BYTES = 4096;
/** Pages overwritten in one transaction: a few milliseconds for which other writes wait. */
const PAGES_A_STEP = 256;
/** A table of zeros that is older was left by a process that was killed. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Emptying the log blocks writers while it waits for readers, so it waits briefly, and tries again … */
const ATTEMPT_MS = 200;
const PAUSE_MS = 100;
/** … for this long. */
const MAX_WAIT_MS = 5000;

/** False: readers, such as a backup, kept the log from being emptied. It still holds the old pages. */
export function overwriteErased(db: Connection): boolean {
  overwriteFreePages(db);
  return emptyLog(db);
}

/** Fills the pages that were free at the start, and frees them again, in steps short enough for other writers. */
function overwriteFreePages(db: Connection): void {
  dropLeftovers(db);
  // A name of its own: another process may be erasing at the same time.
  const name = `erasing_${Date.now()}_${randomBytes(4).toString('hex')}`;
  db.exec(`CREATE TABLE ${name} (zeros BLOB)`);
  const steps = Math.ceil(freePages(db) / PAGES_A_STEP);
  for (let i = 0; i < steps; i++) db.exec(`INSERT INTO ${name} VALUES (zeroblob(${PAGES_A_STEP * PAGE_BYTES}))`);
  for (let i = 1; i <= steps; i++) db.exec(`DELETE FROM ${name} WHERE rowid = ${i}`);
  db.exec(`DROP TABLE ${name}`);
}

function dropLeftovers(db: Connection): void {
  for (const { name } of db.all(`SELECT name FROM sqlite_schema WHERE name GLOB 'erasing_*'`) as { name: string }[]) {
    const [, started_ms] = name.split('_');
    if (Number(started_ms) < Date.now() - MAX_AGE_MS) db.exec(`DROP TABLE IF EXISTS ${name}`);
  }
}

const freePages = (db: Connection): number => Number(db.get('PRAGMA freelist_count')!.freelist_count);

function emptyLog(db: Connection): boolean {
  db.exec(`PRAGMA busy_timeout = ${ATTEMPT_MS}`);
  try {
    for (const end = Date.now() + MAX_WAIT_MS; ; ) {
      if (db.get('PRAGMA wal_checkpoint(TRUNCATE)')!.busy === 0) return true;
      if (Date.now() >= end) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  } finally {
    db.exec(`PRAGMA busy_timeout = ${db.busy_timeout_ms}`);
  }
}
