// Decides what a visit records, and what a click is whose id was recorded before.
import { type ClickOutcome, type ClickWrite, linkOf, type OfferLinks, type VisitWrite } from '../ledger-store.ts';

/** `first` is the recorded click with the same program and click id. */
export const compareClicks = (
  first: Pick<ClickWrite, 'convo_id' | 'presentation_id'>,
  click: Pick<ClickWrite, 'convo_id' | 'presentation_id'>,
): ClickOutcome =>
  first.convo_id === click.convo_id && first.presentation_id === click.presentation_id ? 'repeated' : 'conflict';

/** A visit that is not redirected records nothing. */
export function visitRecord(
  { non_click }: Pick<VisitWrite, 'non_click'>,
  offer: OfferLinks | null,
): 'click' | 'non_click' | null {
  if (!offer || linkOf(offer) === null) return null;
  return non_click === null ? 'click' : 'non_click';
}
