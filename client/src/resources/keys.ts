// API keys. They need a key with the scope `admin`.
import { createKey, listKeys, revokeKey } from '../generated/operations.ts';
import type { ApiKeyInput, ApiKeyList, CreatedApiKey, ListKeysQuery } from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Keys extends Resource {
  /** Keys without their secrets, newest first. */
  list(query: ListKeysQuery = {}, options?: CallOptions): Paged<ApiKeyList> {
    return pagedByCursor((cursor) =>
      this.transport.call(listKeys, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }

  /** The key is in this answer only. Your own key must have each of its scopes. */
  create(key: ApiKeyInput, options?: CallOptions): Promise<CreatedApiKey> {
    return this.transport.call(createKey, { body: key }, options);
  }

  /** It is refused within a second, for ever. */
  revoke(id: string, options?: CallOptions): Promise<void> {
    return this.transport.call(revokeKey, { params: { id } }, options);
  }
}
