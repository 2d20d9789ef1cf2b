// Looks up the answer to an offer that was sent before.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import { foldEmail } from '../text/fold-email.ts';
import { readInstantOfQuery } from '../text/read-instant.ts';
import { toReply } from './register-offers.ts';

/** Returns the original answer: the offer's id, or its acknowledgement while the job is pending. Never creates an offer. */
export async function retryOffer({ store }: { store: LedgerStore }, { params, query }: Input<'retryOffer'>) {
  const { convo_id, presentment_id: presentation_id } = params;
  const original = await store.findOffer({ convo_id, presentation_id, click_id: query.click_id });
  if (!original) throw new AppError('offer_not_found');
  const isSame =
    original.click_id === query.click_id &&
    original.program === query.program &&
    original.email_key === foldEmail(query.email) &&
    original.click_at_ms === readInstantOfQuery(query.click_datetime);
  if (!isSame) throw new AppError('retry_conflict');
  return toReply({ id: original.id, message_id: original.is_registered ? null : original.message_id });
}
