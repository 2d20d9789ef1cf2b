// Erases a person: their email and ids, whatever else mentions the email, and the bytes of all that.
import type { Store } from '../store/port.ts';

/** Rows looked at in one read. */
const SCAN_ROWS = 500;
/** Rows masked in one transaction: a few milliseconds for which other writes wait. */
const MASK_ROWS = 50;

interface Erased {
  /** Anything of theirs was found. */
  is_known: boolean;
  /** No old byte is left in the files or their logs. */
  is_overwritten: boolean;
}

export async function erasePerson(store: Store, email: string): Promise<Erased> {
  const isPerson = await store.erasePerson({ email });
  const masked =
    (await maskFound(email, store.findMentionsInLedger, store.maskMentionsInLedger)) +
    (await maskFound(email, store.findMentionsInSessions, store.maskMentionsInSessions));
  const overwritten = await Promise.all([store.overwriteLedger({}), store.overwriteSessions({})]);
  return { is_known: isPerson || masked > 0, is_overwritten: overwritten.every(Boolean) };
}

/** The scan takes no write lock, because it reads whole tables. A row that is stored meanwhile counts as stored afterwards. */
async function maskFound(
  email: string,
  find: Store['findMentionsInLedger'],
  mask: Store['maskMentionsInLedger'],
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
