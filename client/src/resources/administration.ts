// Erasure, exports and the settings in effect.
import { erasePerson, exportFacts, listSettings } from '../generated/operations.ts';
import type { Erasure, ExportFactsQuery, SettingList } from '../generated/schemas.ts';
import { targetOf } from '../operation.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export type ExportKind = 'offers' | 'clicks' | 'non_clicks' | 'signups' | 'conversions' | 'rewards';

export class Administration extends Resource {
  /** Deletes the email of a person and masks every mention of it. It may take minutes: pass a `timeoutMs`. */
  erase(email: string, options?: CallOptions): Promise<Erasure> {
    return this.transport.call(erasePerson, { body: { email } }, options);
  }

  /** Facts as JSON Lines, in memory. Emails are masked unless the key has the scope `pii`. */
  export(what: ExportKind, query: ExportFactsQuery = {}, options?: CallOptions): Promise<string> {
    return this.transport.call(exportFacts, { params: { what }, query }, options);
  }

  /** The address of an export, for a download of any size. */
  exportUrl(what: ExportKind, query: ExportFactsQuery = {}): string {
    return this.transport.baseUrl + targetOf(exportFacts, { params: { what }, query });
  }

  /** The settings of the instance that answers, without secrets. */
  settings(options?: CallOptions): Promise<SettingList> {
    return this.transport.call(listSettings, {}, options);
  }
}
