// Reports for operators.
import { reportFunnel, reportSearches } from '../generated/operations.ts';
import type { FunnelReport, ReportFunnelQuery, ReportSearchesQuery, SearchReport } from '../generated/schemas.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Reports extends Resource {
  /** Searches, offers, clicks, signups and conversions of a period, with what they earned. */
  funnel(query: ReportFunnelQuery, options?: CallOptions): Promise<FunnelReport> {
    return this.transport.call(reportFunnel, { query }, options);
  }

  /** What shoppers searched for. */
  searches(query: ReportSearchesQuery, options?: CallOptions): Promise<SearchReport> {
    return this.transport.call(reportSearches, { query }, options);
  }
}
