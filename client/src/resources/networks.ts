// Accounts with affiliate networks. All but the list need a key with the scope `conversions`.
import { createNetwork, deleteNetwork, getNetwork, listNetworks, rotateNetwork } from '../generated/operations.ts';
import type { ListNetworksQuery, Network, NetworkInput, NetworkList } from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Networks extends Resource {
  /** Accounts without their secrets, ordered by name. */
  list(query: ListNetworksQuery = {}, options?: CallOptions): Paged<NetworkList> {
    return pagedByCursor((cursor) =>
      this.transport.call(listNetworks, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }

  /** The answer has the postback URL to paste at the network. */
  create(network: NetworkInput, options?: CallOptions): Promise<Network> {
    return this.transport.call(createNetwork, { body: network }, options);
  }

  get(name: string, options?: CallOptions): Promise<Network> {
    return this.transport.call(getNetwork, { params: { name } }, options);
  }

  /** Replaces the postback URL. The old one is refused at once. */
  rotate(name: string, options?: CallOptions): Promise<Network> {
    return this.transport.call(rotateNetwork, { params: { name } }, options);
  }

  /** Refuses further postbacks. An account with conversions stays. */
  delete(name: string, options?: CallOptions): Promise<void> {
    return this.transport.call(deleteNetwork, { params: { name } }, options);
  }
}
