// Overwrites erased content on free pages and in the write-ahead log. Runs outside of a transaction, next to a live server.
import { randomBytes } from 'node:crypto';
import { text } from '../columns.ts';
import type { Connection } from './connection.ts';

const PAGE_BYTES = 4096;
/** Pages overwritten per transaction; blocks other writes for a few milliseconds. */
const PAGES_PER_STEP = 256;
/** An older table of zeros was left by a process that was killed. */
const MAX_AGE_MS = 24 * 3_600_000;
/** A truncating checkpoint blocks writers while it waits for readers, so each attempt is short. */
const ATTEMPT_MS = 200;
const PAUSE_MS = 100;
/** Bounds all attempts together. */
const MAX_WAIT_MS = 5000;

/** False if a reader, such as a backup, prevented the checkpoint: the log still holds old pages. */
export function overwriteErased(db: Connection): boolean {
  overwriteFreePages(db);
  return truncateLog(db);
}

/** Allocates all free pages, filled with zeros, and frees them again. */
function overwriteFreePages(db: Connection): void {
  dropLeftovers(db);
  // The name is unique: another process may be erasing at the same time.
  const name = `erasing_${Date.now()}_${randomBytes(4).toString('hex')}`;
  db.exec(`CREATE TABLE ${name} (zeros BLOB)`);
  const steps = Math.ceil(freePages(db) / PAGES_PER_STEP);
  for (let i = 0; i < steps; i++) db.exec(`INSERT INTO ${name} VALUES (zeroblob(${PAGES_PER_STEP * PAGE_BYTES}))`);
  for (let i = 1; i <= steps; i++) db.exec(`DELETE FROM ${name} WHERE rowid = ${i}`);
  db.exec(`DROP TABLE ${name}`);
}

function dropLeftovers(db: Connection): void {
  for (const row of db.all(`SELECT name FROM sqlite_schema WHERE name GLOB 'erasing_*'`)) {
    const name = text(row, 'name');
    const [, started_ms] = name.split('_');
    if (Number(started_ms) < Date.now() - MAX_AGE_MS) db.exec(`DROP TABLE IF EXISTS ${name}`);
  }
}

const freePages = (db: Connection): number => Number(db.get('PRAGMA freelist_count')!.freelist_count);

function truncateLog(db: Connection): boolean {
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
