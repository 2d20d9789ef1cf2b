// The links of offers seen lately, in memory: redirects to them go on while the store is away.
import type { OfferIdentity, VisitedOffer } from '../store/ledger-store.ts';

const MAX_OFFERS = 100_000;
/** Links have up to 8,192 characters each: most memory that they and their keys may take. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

type Presentment = Pick<OfferIdentity, 'convo_id' | 'presentation_id'>;

/** Each offer has an entry under its identity; its presentment has one for the first of its offers that was seen. */
export class RecentOffers {
  /** Least recently seen first. */
  readonly #entries = new Map<string, VisitedOffer>();
  #characters = 0;

  remember(presentment: Presentment, offer: VisitedOffer): void {
    const key = keyOf(presentment);
    const first = this.#entries.get(key);
    this.#put(`${key}\0${offer.click_id}`, offer);
    this.#put(key, first && first.id < offer.id ? first : offer);
    while (this.#entries.size > 2 * MAX_OFFERS || this.#characters > MAX_CHARACTERS)
      this.#delete(this.#entries.keys().next().value!);
  }

  /** The offer with this click id. */
  find(by: OfferIdentity): VisitedOffer | undefined {
    return this.#entries.get(`${keyOf(by)}\0${by.click_id}`);
  }

  /** The earliest offer of the presentment that was seen here, which may not be its first. */
  findFirst(by: Presentment): VisitedOffer | undefined {
    return this.#entries.get(keyOf(by));
  }

  #put(key: string, offer: VisitedOffer): void {
    this.#delete(key);
    this.#entries.set(key, offer);
    this.#characters += sizeOf(key, offer);
  }

  #delete(key: string): void {
    const offer = this.#entries.get(key);
    if (!offer) return;
    this.#entries.delete(key);
    this.#characters -= sizeOf(key, offer);
  }
}

/** Ids do not contain U+0000. */
const keyOf = ({ convo_id, presentation_id }: Presentment) => `${convo_id}\0${presentation_id}`;

const sizeOf = (key: string, { direct_link, detail_link }: VisitedOffer) =>
  key.length + (direct_link?.length ?? 0) + (detail_link?.length ?? 0);
