// The time line of a fact: what led to it, and what came of it.
import type { Input, ReplyBody } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import type { LedgerStore } from '../store/ledger-store.ts';
import {
  type ClickFact,
  type ConversionFact,
  FACT_KINDS,
  type FactKey,
  type FactKind,
  type LedgerFact,
  type LookupStore,
  type Member,
  type OfferFact,
  type SignupFact,
} from '../store/lookup-store.ts';
import { readNumber } from './read-number.ts';
import { type Sight, toWire } from './to-wire.ts';

/** Facts of one kind on a time line. */
const MAX_FACTS = 100;

type TimelineStore = LookupStore & Pick<LedgerStore, 'findOffer'>;

export async function readTimeline(
  { store }: { store: TimelineStore },
  { kind, id }: Input<'getTimeline'>['params'],
  sight: Sight,
): Promise<ReplyBody<'getTimeline'>> {
  const fact = await findFact(store, kind, id);
  if (!fact) throw new AppError('fact_not_found');
  const { facts, isTruncated } = await new Timeline(store).follow(fact);
  return {
    fact: toWire(fact, sight),
    entries: facts.sort(inOrder).map((each) => toWire(each, sight)),
    is_truncated: isTruncated,
  };
}

/** Facts of the same time are in the order in which one leads to the next. */
const inOrder = (a: LedgerFact, b: LedgerFact) =>
  a.at_ms - b.at_ms || FACT_KINDS.indexOf(a.kind) - FACT_KINDS.indexOf(b.kind) || a.no - b.no;

const ID_KEYS: Record<FactKind, FactKey> = {
  offer: 'offer.id',
  click: 'click.click_no',
  signup: 'signup.message_id',
  conversion: 'conversion.id',
  reward: 'reward.no',
};

async function findFact(store: LookupStore, kind: FactKind, id: string): Promise<LedgerFact | undefined> {
  const value = kind === 'signup' ? id : readNumber(id);
  if (value === null) return undefined;
  return (await store.listFacts({ key: ID_KEYS[kind], values: [value], before: null, limit: 1 }))[0];
}

class Timeline {
  readonly #store: TimelineStore;
  #isTruncated = false;

  constructor(store: TimelineStore) {
    this.#store = store;
  }

  async follow(fact: LedgerFact): Promise<{ facts: LedgerFact[]; isTruncated: boolean }> {
    const { offers, clicks, conversions } = await this.#pathOf(fact);
    const rewards = await this.#list('reward.conversion_id', numbersOf(conversions));
    const signups = await this.#signupsOf(fact, [...offers, ...clicks, ...conversions]);
    return {
      facts: [...offers, ...clicks, ...signups, ...conversions, ...rewards],
      isTruncated: this.#isTruncated,
    };
  }

  /** Offers, clicks and conversions: a row that leads from one to the next. */
  async #pathOf(
    fact: LedgerFact,
  ): Promise<{ offers: OfferFact[]; clicks: ClickFact[]; conversions: ConversionFact[] }> {
    switch (fact.kind) {
      case 'offer':
        return this.#fromOffers([fact]);
      case 'click':
        return this.#toOffers([fact], await this.#list('conversion.click_no', [fact.no]));
      case 'conversion':
        return this.#fromConversions([fact]);
      case 'reward':
        return this.#fromConversions(await this.#list('conversion.id', [fact.conversion_id]));
      case 'signup':
        return this.#fromSignup(fact);
    }
  }

  async #fromOffers(offers: OfferFact[]) {
    const clicks = await this.#list<ClickFact>('click.offer_id', numbersOf(offers));
    return { offers, clicks, conversions: await this.#list<ConversionFact>('conversion.click_no', numbersOf(clicks)) };
  }

  async #fromConversions(conversions: ConversionFact[]) {
    const clicks = conversions.flatMap(({ conversion: { match } }) => (match ? [match.click_no] : []));
    return this.#toOffers(await this.#list('click.click_no', clicks), conversions);
  }

  /** The offer of a conversion outlives its click, and the other way round. */
  async #toOffers(clicks: ClickFact[], conversions: ConversionFact[]) {
    const ofClicks = clicks.map(({ offer_id }) => offer_id);
    const ofConversions = conversions.map(({ conversion }) => conversion.match?.offer?.offer_id ?? null);
    const ids = [...new Set([...ofClicks, ...ofConversions])].filter((each) => each !== null);
    return { offers: await this.#list<OfferFact>('offer.id', ids), clicks, conversions };
  }

  /** What the shopper was shown when signing up, and has bought as a member since. */
  async #fromSignup({ program, person_no, convo_id, data }: SignupFact) {
    const presentation_id = presentmentOf(data);
    const shown = presentation_id
      ? await this.#store.findOffer({ convo_id: convo_id!, presentation_id, click_id: '' })
      : null;
    const offered = await this.#fromOffers(shown ? await this.#list('offer.id', [shown.id]) : []);
    const bought = await this.#list<ConversionFact>('conversion.person_no', person_no === null ? [] : [person_no]);
    const path = await this.#fromConversions(bought.filter((each) => each.program === program));
    return {
      offers: distinct([...offered.offers, ...path.offers]),
      clicks: distinct([...offered.clicks, ...path.clicks]),
      conversions: distinct([...offered.conversions, ...path.conversions]),
    };
  }

  /** The signups of the shoppers on the path. A request that did not make a signup is on its own time line only. */
  async #signupsOf(fact: LedgerFact, path: LedgerFact[]): Promise<LedgerFact[]> {
    if (fact.kind === 'signup') return [fact];
    const members = new Map<string, Member>();
    for (const { program, person_no } of path)
      if (program !== null && person_no !== null) members.set(`${person_no} ${program}`, { program, person_no });
    return members.size > 0 ? this.#store.listSignups({ members: [...members.values()] }) : [];
  }

  async #list<F extends LedgerFact>(key: FactKey, values: number[]): Promise<F[]> {
    if (values.length === 0) return [];
    const found = await this.#store.listFacts({ key, values, before: null, limit: MAX_FACTS + 1 });
    if (found.length > MAX_FACTS) this.#isTruncated = true;
    return found.slice(0, MAX_FACTS) as F[];
  }
}

const numbersOf = (facts: readonly LedgerFact[]) => facts.map(({ no }) => no);

const distinct = <F extends LedgerFact>(facts: F[]): F[] => [...new Map(facts.map((fact) => [fact.no, fact])).values()];

function presentmentOf(data: string): string | null {
  const { presentation_id = null, product_info = null } = JSON.parse(data);
  return presentation_id ?? product_info?.presentment_id ?? null;
}
