// Endpoints of reports, for operators.
import { endpoint } from './endpoint.ts';
import { FunnelQuery, FunnelReport } from './funnel-report.ts';
import { SearchReport, SearchReportQuery } from './report.ts';

const report = { method: 'GET', tag: 'Reports', group: 'operate', scope: 'operate' } as const;

export const reportEndpoints = {
  reportFunnel: endpoint({
    ...report,
    path: '/v1/reports/funnel',
    summary: 'Report the funnel from searches to rewards',
    description:
      'Counts searches, offers, clicks, signups and conversions of a period, with what they earned. Every recorded fact is included, or those of one program or merchant. A conversion is counted with its current status and amounts on the day of its click or of the sale, so that reports of past days change when networks decide.',
    query: FunnelQuery,
    success: { status: 200, description: 'The report', body: FunnelReport },
  }),
  reportSearches: endpoint({
    ...report,
    path: '/v1/reports/searches',
    summary: 'Report what shoppers searched for',
    description:
      'Counts searches by query over inclusive UTC days, chat turns included. A click belongs to the latest earlier search of its conversation and is counted within a second. Queries of fewer than `REPORT_MIN_COUNT` (2) distinct conversations or callers are left out. The report is empty if the installation keeps no statistics (`SEARCH_REPORTS=false`).',
    query: SearchReportQuery,
    success: { status: 200, description: 'The report', body: SearchReport },
  }),
} as const;
