// The identity of a merchant that a feed describes, and what a feed changes of it.
import type { MerchantInfo } from '../../product/product.ts';

/** Smaller ids are reserved for merchants that come with a decimal id of their own. */
export const FIRST_ASSIGNED_ID = 1_000_000_000;

/** The merchant's own decimal id, or the key that the store assigns an id to. */
export type MerchantIdentity = { id: number; key: null } | { id: null; key: string };

/**
 * `isAssigned`: the store has assigned the feed's decimal id to a key. It then denotes another merchant, so the feed's id
 * becomes a key itself.
 */
export function merchantIdentity({ id, key }: MerchantInfo, isAssigned: (id: number) => boolean): MerchantIdentity {
  if (id === undefined) return { id: null, key: key! };
  return isAssigned(id) ? { id: null, key: `id ${id}` } : { id, key: null };
}

/**
 * The id for a new key. Ids are never reused, because saved criteria and price histories refer to merchants by id: `last`
 * is the highest id that was ever assigned, and `isUsed` knows all ids that ever were in use.
 */
export function nextMerchantId(last: number | null, isUsed: (id: number) => boolean): number {
  let id = Math.max(FIRST_ASSIGNED_ID, last ?? 0);
  while (isUsed(id)) id++;
  return id;
}

export type MerchantFields = Pick<MerchantInfo, 'name' | 'domain' | 'logo_url' | 'description'>;

/** Fields that the feed leaves empty keep their values. A merchant without a name is named by its id. */
export const mergeMerchant = (id: number, info: MerchantInfo, old: MerchantFields | undefined): MerchantFields => ({
  name: info.name || old?.name || String(id),
  domain: info.domain || old?.domain || '',
  logo_url: info.logo_url || old?.logo_url || '',
  description: info.description || old?.description || '',
});

export const isSameMerchant = (one: MerchantFields, other: MerchantFields): boolean =>
  !changesProducts(one, other) && one.domain === other.domain && one.description === other.description;

/** Products are shown with their merchant's name and logo, and indexed with its name: all of them count as changed. */
export const changesProducts = (old: MerchantFields, now: MerchantFields): boolean =>
  old.name !== now.name || old.logo_url !== now.logo_url;
