// Records a click reported by a back end.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { readInstant } from '../text/read-instant.ts';

/** Resolves after the click is committed. */
export async function recordClick(
  { store, clock }: StoreDeps<LedgerStore>,
  { body }: Input<'recordClick'>,
): Promise<void> {
  const { click_datetime, ...click } = body;
  const now_ms = clock.now_ms();
  const outcome = await store.recordClick({ ...click, click_at_ms: readInstant(click_datetime)!, now_ms });
  if (outcome === 'conflict') throw new AppError('click_conflict');
}
