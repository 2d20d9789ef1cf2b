// Finds the conversions that wait for the clicks and offers of a batch.
import { number, type Row, text } from '../columns.ts';
import type { OfferIdentity } from '../ledger-store.ts';
import { columnsOf } from './columns-of.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const FOR_CLICKS = statement(`
  SELECT k.click_id AS key, c.id FROM unnest($1::text[]) AS k (click_id)
    CROSS JOIN LATERAL (SELECT f.id FROM finderfee.conversions f
      WHERE f.unmatched_reason = 'unknown_click' AND f.click_id = k.click_id OFFSET 0) c`);
const FOR_OFFERS = statement(`
  SELECT k.key, c.id FROM unnest($1::text[], $2::text[], $3::text[]) AS k (key, convo_id, presentation_id)
    CROSS JOIN LATERAL (SELECT f.id FROM finderfee.conversions f WHERE f.click_no IS NOT NULL AND f.offer_id IS NULL
      AND f.convo_id = k.convo_id AND f.presentation_id = k.presentation_id OFFSET 0) c`);

/** By the reported click id, which may be the network form of a click's id. */
export const findWaitingForClicks = async (
  tx: Transaction,
  clickIds: readonly string[],
): Promise<Map<string, number[]>> => idsByKey(await tx.rows(FOR_CLICKS, [...new Set(clickIds)]));

export const presentmentOf = ({ convo_id, presentation_id }: Omit<OfferIdentity, 'click_id'>): string =>
  JSON.stringify([convo_id, presentation_id]);

/** By the presentment of their click. */
export async function findWaitingForOffers(
  tx: Transaction,
  offers: readonly OfferIdentity[],
): Promise<Map<string, number[]>> {
  const presentments = new Map(offers.map((offer) => [presentmentOf(offer), offer]));
  return idsByKey(
    await tx.rows(
      FOR_OFFERS,
      [...presentments.keys()],
      ...columnsOf([...presentments.values()], 'convo_id', 'presentation_id'),
    ),
  );
}

function idsByKey(rows: readonly Row[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const row of rows) {
    const key = text(row, 'key');
    found.set(key, [...(found.get(key) ?? []), number(row, 'id')]);
  }
  return found;
}
