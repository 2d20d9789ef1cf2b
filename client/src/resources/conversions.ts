// Conversions: what affiliate networks report about sales.
import {
  getConversion,
  listConversions,
  listPostbacks,
  matchConversion,
  recordConversions,
} from '../generated/operations.ts';
import type {
  Conversion,
  ConversionList,
  ConversionMatch,
  ConversionReport,
  ListConversionsQuery,
  ListPostbacksQuery,
  PostbackList,
  RecordedReport,
} from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Conversions extends Resource {
  /** Records up to 1,000 reports, all or none. Needs a key with the scope `conversions`. */
  record(reports: ConversionReport[], options?: CallOptions): Promise<RecordedReport[]> {
    return this.transport.call(recordConversions, { body: { conversions: reports } }, options);
  }

  /** Conversions with their rewards and reports, newest first. */
  list(query: ListConversionsQuery = {}, options?: CallOptions): Paged<ConversionList> {
    return pagedByCursor((cursor) =>
      this.transport.call(listConversions, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }

  get(id: number, options?: CallOptions): Promise<Conversion> {
    return this.transport.call(getConversion, { params: { id } }, options);
  }

  /** Matches a conversion to a click of your choice. Needs a key with the scope `conversions`. */
  match(id: number, click: ConversionMatch, options?: CallOptions): Promise<void> {
    return this.transport.call(matchConversion, { params: { id }, body: click }, options);
  }

  /** Postbacks of networks as they arrived, newest first. */
  postbacks(query: ListPostbacksQuery = {}, options?: CallOptions): Paged<PostbackList> {
    return pagedByCursor((cursor) =>
      this.transport.call(listPostbacks, { query: cursor === undefined ? query : { cursor } }, options),
    );
  }
}
