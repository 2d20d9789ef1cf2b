// The merchants that a batch of products refers to, as the batch finds and changes them.
import type { MerchantInfo } from '../../product/product.ts';
import {
  changesProducts,
  isSameMerchant,
  type MerchantFields,
  type MerchantIdentity,
  merchantIdentity,
  mergeMerchant,
} from './merchant-identity.ts';

/** A merchant id that was ever used. `key` is set if the id was assigned; `fields` is null if the merchant was deleted. */
export interface KnownMerchant {
  id: number;
  key: string | null;
  fields: MerchantFields | null;
}

/** What a store has to look up before a batch with these merchants. */
export const merchantLookups = (infos: readonly MerchantInfo[]): { ids: number[]; keys: string[] } => ({
  ids: infos.flatMap(({ id }) => id ?? []),
  // A decimal id is a key if it was assigned to another merchant.
  keys: infos.map((info) => merchantIdentity(info, () => true).key!),
});

export class MerchantDirectory {
  readonly #byId = new Map<number, KnownMerchant>();
  readonly #byKey = new Map<string, KnownMerchant>();
  readonly #freeIds: readonly number[];
  /** Merchants to insert or update. */
  readonly written = new Map<number, KnownMerchant & { fields: MerchantFields }>();
  /** Merchants whose products all change, in the order of their last change. */
  readonly renamed = new Set<number>();

  /** `freeIds`: ids for new keys, ascending. */
  constructor(known: Iterable<KnownMerchant>, freeIds: readonly number[] = []) {
    for (const merchant of known) this.#add(merchant);
    this.#freeIds = freeIds;
  }

  /** The id of the merchant that a feed describes; undefined if none has been assigned yet. */
  find(info: MerchantInfo): number | undefined {
    const { id, key } = this.#identityOf(info);
    return id ?? this.#byKey.get(key)?.id;
  }

  /** Whether `upsert` would change nothing. */
  isCurrent(info: MerchantInfo): boolean {
    const id = this.find(info);
    const old = id === undefined ? undefined : this.#byId.get(id)?.fields;
    return Boolean(old && isSameMerchant(old, mergeMerchant(id!, info, old)));
  }

  /** Inserts or updates the merchant that a feed describes, and returns its id. */
  upsert(info: MerchantInfo): number {
    const { key } = this.#identityOf(info);
    const id = this.find(info) ?? this.#nextId();
    const old = this.#byId.get(id)?.fields ?? undefined;
    const fields = mergeMerchant(id, info, old);
    if (old && isSameMerchant(old, fields)) return id;
    const merchant = { id, key, fields };
    this.#add(merchant);
    this.written.set(id, merchant);
    if (old && changesProducts(old, fields)) {
      this.renamed.delete(id);
      this.renamed.add(id);
    }
    return id;
  }

  #nextId(): number {
    const id = this.#freeIds.find((free) => !this.#byId.has(free));
    if (id === undefined) throw new Error('there are more new merchants than free ids');
    return id;
  }

  #identityOf(info: MerchantInfo): MerchantIdentity {
    return merchantIdentity(info, (id) => (this.#byId.get(id)?.key ?? null) !== null);
  }

  #add(merchant: KnownMerchant): void {
    this.#byId.set(merchant.id, merchant);
    if (merchant.key !== null) this.#byKey.set(merchant.key, merchant);
  }
}
