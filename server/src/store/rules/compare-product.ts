// Compares a product of a feed with the stored one, and counts what its merchants gain and lose.
import type { ComparedProduct, ProductKey } from '../catalogue-store.ts';

/** The product's id in the store; undefined if it needs a merchant id that is not assigned yet. */
export function productId(id: string, merchantId: number | undefined, isSourceId = false): string | undefined {
  if (!isSourceId) return id;
  return merchantId === undefined ? undefined : `${merchantId}:${id}`;
}

/** The product's id, or its merchant's key and source id while the merchant has no id. */
export const stagedId = ({ id, merchant, is_source_id }: ProductKey, merchantId: number | undefined): string =>
  productId(id, merchantId, is_source_id) ?? `${merchant.key}\n${id}`;

export interface StoredVersion {
  id: string;
  merchant_id: number;
  feed: string;
}

/** Products of another feed are neither changed nor deleted. */
export const isForeign = (old: Pick<StoredVersion, 'feed'> | undefined, feed: string): boolean =>
  old !== undefined && old.feed !== feed;

/** Engines compare the data itself, or a digest of it. */
export const isUnchanged = (
  old: Pick<StoredVersion, 'merchant_id'>,
  merchantId: number | undefined,
  hasSameData: boolean,
): boolean => old.merchant_id === merchantId && hasSameData;

export function compareProduct<V extends StoredVersion>(
  old: V | undefined,
  { feed, merchantId, hasSameData }: { feed: string; merchantId: number | undefined; hasSameData: (old: V) => boolean },
): ComparedProduct['status'] {
  if (!old) return 'new';
  if (isForeign(old, feed)) return 'foreign';
  return isUnchanged(old, merchantId, hasSameData(old)) ? 'same' : 'changed';
}

/** By merchant: products gained (negative if lost), and products changed since the last summary. */
export class MerchantTally {
  readonly counts = new Map<number, { added: number; changed: number }>();

  /** `from` is the merchant of the version that was replaced. */
  countWrite(merchantId: number, from: number | undefined): void {
    const hasMoved = from !== merchantId;
    this.#count(merchantId, hasMoved ? 1 : 0);
    if (from !== undefined && hasMoved) this.#count(from, -1);
  }

  countDeletion(merchantId: number): void {
    this.#count(merchantId, -1);
  }

  #count(merchantId: number, added: number): void {
    const counts = this.counts.get(merchantId);
    if (!counts) this.counts.set(merchantId, { added, changed: 1 });
    else {
      counts.added += added;
      counts.changed++;
    }
  }
}
