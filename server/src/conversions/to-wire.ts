// Conversions as the API shows them.
import { formatMicrosOrNull } from '../product/micros.ts';
import type { HistoryEntry, StoredConversion } from '../store/conversion-store.ts';
import { maskFor } from '../text/mask.ts';
import { toIso } from '../text/to-iso.ts';

/** Whether the caller's key has the scope `pii`. */
export interface Sight {
  seesEmails: boolean;
}

export function toWire(conversion: StoredConversion, history: readonly HistoryEntry[], sight: Sight) {
  const { id, network, status, is_paid, sale_amount, commission, currency, match, reward } = conversion;
  const mask = maskFor(sight.seesEmails);
  const maskOrNull = (text: string | null) => (text === null ? null : mask(text));
  return {
    id,
    network,
    transaction_id: mask(conversion.transaction_id),
    item_id: conversion.item_id === '' ? null : mask(conversion.item_id),
    status,
    is_paid,
    sale_amount: formatMicrosOrNull(sale_amount, currency),
    commission: formatMicrosOrNull(commission, currency),
    currency,
    click_id: maskOrNull(match?.click_id ?? conversion.click_id),
    offer_id: match?.offer?.offer_id ?? null,
    program: maskOrNull(match?.program ?? null),
    unmatched_reason: conversion.unmatched_reason,
    reward: reward && { ...reward, amount: formatMicrosOrNull(reward.amount, reward.currency) },
    history: history.map((entry) => ({
      received_at: toIso(entry.received_at_ms),
      modified_at: entry.modified_at_ms === null ? null : toIso(entry.modified_at_ms),
      status: entry.status,
      sale_amount: formatMicrosOrNull(entry.sale_amount, entry.currency ?? currency),
      commission: formatMicrosOrNull(entry.commission, entry.currency ?? currency),
      is_applied: entry.is_applied,
    })),
  };
}
