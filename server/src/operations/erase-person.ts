// Erases a person: their email and ids, every other text that mentions the email, and the erased bytes on disk.
import type { LedgerStore } from '../store/ledger-store.ts';
import type { SessionStore } from '../store/session-store.ts';

/** Rows scanned per read. */
const SCAN_ROWS = 500;
/** Rows masked per transaction; blocks other writes for a few milliseconds. */
const MASK_ROWS = 50;

interface Erased {
  /** Whether the person or a mention of the email was found. */
  is_known: boolean;
  /** Whether all erased bytes were overwritten in the files and their write-ahead logs. */
  is_overwritten: boolean;
}

export async function erasePerson(store: LedgerStore & SessionStore, email: string): Promise<Erased> {
  const isPerson = await store.erasePerson({ email });
  const masked =
    (await maskMentions(email, store.findMentionsInLedger, store.maskMentionsInLedger)) +
    (await maskMentions(email, store.findMentionsInSessions, store.maskMentionsInSessions));
  const overwritten = await Promise.all([store.overwriteLedger({}), store.overwriteSessions({})]);
  return { is_known: isPerson || masked > 0, is_overwritten: overwritten.every(Boolean) };
}

/** Scans without a write lock, because it reads whole tables. Rows stored during the scan count as stored after it. */
async function maskMentions(
  email: string,
  find: LedgerStore['findMentionsInLedger'],
  mask: LedgerStore['maskMentionsInLedger'],
): Promise<number> {
  let masked = 0;
  for (let after: string | null = null, isEnd = false; !isEnd; isEnd = after === null) {
    const { rows, next } = await find({ email, after, limit: SCAN_ROWS });
    for (let i = 0; i < rows.length; i += MASK_ROWS) {
      masked += await mask({ email, rows: rows.slice(i, i + MASK_ROWS) });
    }
    after = next;
  }
  return masked;
}
