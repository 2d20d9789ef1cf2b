// Rewards: changes of the balances of shoppers.
import { listRewards } from '../generated/operations.ts';
import type { ListRewardsQuery, RewardList } from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Rewards extends Resource {
  /** Changes, newest first. The sum of `amount` per `status` and `currency` is a balance. */
  list(query: ListRewardsQuery = {}, options?: CallOptions): Paged<RewardList> {
    return pagedByCursor((cursor) =>
      this.transport.call(listRewards, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }
}
