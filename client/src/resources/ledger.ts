// The ledger: facts by any of their ids, from presentment to reward.
import { findFacts, getTimeline } from '../generated/operations.ts';
import type { FindFactsQuery, LedgerFact, LedgerFacts, Timeline } from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Ledger extends Resource {
  /** Offers, clicks, signups, conversions and rewards that have this id. */
  find(query: FindFactsQuery, options?: CallOptions): Paged<LedgerFacts> {
    return pagedByCursor((cursor) =>
      this.transport.call(findFacts, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }

  /** What led to a fact and what came of it, oldest first. A signup is named by its message id. */
  timeline(kind: LedgerFact['kind'], id: string | number, options?: CallOptions): Promise<Timeline> {
    return this.transport.call(getTimeline, { params: { kind, id: String(id) } }, options);
  }
}
