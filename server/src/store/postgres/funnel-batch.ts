// What the offers, clicks and visits of a batch change in the funnel report, and which offer each click belongs to.
import { number, text } from '../columns.ts';
import type { ClickWrite, OfferIdentity, VisitWrite } from '../ledger-store.ts';
import { toCountedClick } from '../rows/funnel-row.ts';
import type { ClickedOffer } from '../rows/offer-row.ts';
import {
  type CountedClick,
  clickDelta,
  clickMoved,
  type FunnelDelta,
  MAX_MOVED_CLICKS,
  nonClickDelta,
  offerDelta,
} from '../rules/funnel-deltas.ts';
import { columnsOf } from './columns-of.ts';
import { logDeltas } from './funnel.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';
import { presentmentOf } from './waiting-conversions.ts';

type Presentment = Pick<OfferIdentity, 'convo_id' | 'presentation_id'>;

const FIND_CLICKED = statement(`
  SELECT k.key FROM unnest($1::text[], $2::text[], $3::text[]) AS k (key, convo_id, presentation_id)
    CROSS JOIN LATERAL (SELECT f.click_no FROM finderfee.clicks f
      WHERE f.convo_id = k.convo_id AND f.presentation_id = k.presentation_id AND f.is_unique OFFSET 0) c`);
const FIND_WITHOUT_OFFER = statement(`
  SELECT k.key, c.* FROM unnest($1::text[], $2::text[], $3::text[]) AS k (key, convo_id, presentation_id)
    CROSS JOIN LATERAL (SELECT f.click_no, f.program, f.merchant_id, f.click_at_ms, f.is_unique
      FROM finderfee.clicks f WHERE f.convo_id = k.convo_id AND f.presentation_id = k.presentation_id
        AND f.offer_id IS NULL LIMIT $4) c`);
const CLAIM = statement(`
  UPDATE finderfee.clicks c SET offer_id = k.offer_id, merchant_id = k.merchant_id
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS k (click_no, offer_id, merchant_id)
  WHERE c.click_no = k.click_no`);

/** The offer of a new click. */
export interface AttributedClick extends CountedClick {
  offer_id: number | null;
}

interface StoredClick {
  click_no: number;
  click: CountedClick;
}

export class FunnelBatch {
  /** Presentments that have a click. */
  #clicked = new Set<string>();
  /** Stored clicks without an offer, by presentment. */
  #withoutOffer = new Map<string, StoredClick[]>();
  readonly #clicks = new Map<string, AttributedClick[]>();
  readonly #claimed: { click_no: number; offer_id: number; merchant_id: number | null }[] = [];
  readonly #deltas: FunnelDelta[] = [];

  static async read(
    tx: Transaction,
    { clicks, offers }: { clicks: readonly Presentment[]; offers: readonly Presentment[] },
  ): Promise<FunnelBatch> {
    const batch = new FunnelBatch();
    const [clicked, withoutOffer] = await Promise.all([
      clicks.length > 0 ? tx.rows(FIND_CLICKED, ...keysOf(clicks)) : [],
      offers.length > 0 ? tx.rows(FIND_WITHOUT_OFFER, ...keysOf(offers), MAX_MOVED_CLICKS) : [],
    ]);
    batch.#clicked = new Set(clicked.map((row) => text(row, 'key')));
    for (const row of withoutOffer) {
      const stored = batch.#withoutOffer.get(text(row, 'key')) ?? [];
      stored.push({ click_no: number(row, 'click_no'), click: toCountedClick(row) });
      batch.#withoutOffer.set(text(row, 'key'), stored);
    }
    return batch;
  }

  /** An offer that the batch registers later may still change the result. */
  addClick(click: ClickWrite, offer: ClickedOffer | null): AttributedClick {
    const presentment = presentmentOf(click);
    const { program, click_at_ms } = click;
    const is_unique = !this.#clicked.has(presentment);
    this.#clicked.add(presentment);
    const ofOffer = { offer_id: offer?.visited.id ?? null, merchant_id: offer?.merchant_id ?? null };
    const added = { program, click_at_ms, is_unique, ...ofOffer };
    const others = this.#clicks.get(presentment);
    if (others) others.push(added);
    else this.#clicks.set(presentment, [added]);
    return added;
  }

  addNonClick({ program, non_click, now_ms }: VisitWrite, { merchant_id }: ClickedOffer): void {
    this.#deltas.push(nonClickDelta({ program, merchant_id }, non_click!, now_ms));
  }

  addOffer(
    {
      id,
      program,
      merchant_id,
      ...presentment
    }: Presentment & { id: number } & Pick<CountedClick, 'program' | 'merchant_id'>,
    now_ms: number,
  ): void {
    this.#deltas.push(offerDelta({ program, merchant_id }, now_ms));
    const key = presentmentOf(presentment);
    for (const click of this.#clicks.get(key) ?? [])
      if (click.offer_id === null) Object.assign(click, { offer_id: id, merchant_id });
    for (const { click_no, click } of this.#withoutOffer.get(key) ?? []) {
      this.#claimed.push({ click_no, offer_id: id, merchant_id });
      this.#deltas.push(...clickMoved(click, merchant_id));
    }
    this.#withoutOffer.delete(key);
  }

  write(tx: Transaction): void {
    if (this.#claimed.length > 0) tx.send(CLAIM, ...columnsOf(this.#claimed, 'click_no', 'offer_id', 'merchant_id'));
    logDeltas(tx, [...this.#deltas, ...[...this.#clicks.values()].flat().map(clickDelta)]);
  }
}

function keysOf(presentments: readonly Presentment[]): unknown[][] {
  const keys = new Map(presentments.map((each) => [presentmentOf(each), each]));
  return [[...keys.keys()], ...columnsOf([...keys.values()], 'convo_id', 'presentation_id')];
}
