// Why products rank where they do.
import { explainSearch } from '../generated/operations.ts';
import type { ExplainedSearch, ExplainRequest } from '../generated/schemas.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Ranking extends Resource {
  /** Searches and returns the score of each product with its parts. It is not counted in reports. */
  explain(search: ExplainRequest, options?: CallOptions): Promise<ExplainedSearch> {
    return this.transport.call(explainSearch, { body: search }, options);
  }
}
