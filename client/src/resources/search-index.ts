// The search index of the instance that answers.
import { getIndex, rebuildIndex } from '../generated/operations.ts';
import type { IndexState } from '../generated/schemas.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class SearchIndex extends Resource {
  state(options?: CallOptions): Promise<IndexState> {
    return this.transport.call(getIndex, {}, options);
  }

  /** Requests a rebuild. Searches use the old index until the new one is ready. */
  rebuild(options?: CallOptions): Promise<IndexState> {
    return this.transport.call(rebuildIndex, {}, options);
  }
}
