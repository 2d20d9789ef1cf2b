// `finderfee report …`: reports as a table, CSV or JSON.
import { DATE_BASES, FunnelQuery, GROUPINGS } from '@finderfee/contract/funnel-report.ts';
import { SearchReportQuery } from '@finderfee/contract/report.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { InvalidInput } from '../invalid-input.ts';
import type { ReportStore } from '../store/report-store.ts';
import { SEARCH_REPORT_KINDS, type SearchReportStore } from '../store/search-report-store.ts';
import type { StoreDeps, WithDeps } from '../store-deps.ts';
import { describeUnmatched, funnelLines } from './funnel-lines.ts';
import { printRows } from './print-report.ts';
import { reportFunnel } from './report-funnel.ts';
import { reportSearches } from './report-searches.ts';

export interface ReportSettings {
  report_min_count: number;
  /** False: no statistics of searches are kept. */
  search_reports: boolean;
}

interface ReportFlags {
  from: string;
  to: string;
  csv?: boolean;
  json?: boolean;
}

export function addReportCommand(
  program: Command,
  withDeps: WithDeps<SearchReportStore & ReportStore>,
  settings: () => ReportSettings,
): void {
  const report = program.command('report').description('report what shoppers do, and what it is worth');
  withRange(report.command('funnel'))
    .description('count searches, offers, clicks, signups and conversions, with commissions and rewards')
    .addOption(new Option('--group-by <what>', 'what a row is about').choices(GROUPINGS).default('none'))
    .addOption(new Option('--date-basis <basis>', 'when conversions count').choices(DATE_BASES).default('click'))
    .addOption(new Option('--program <name>', 'only this program, by day or as a whole').conflicts('merchant'))
    .option('--merchant <id>', 'only this merchant, by day or as a whole')
    .option('--tz <zone>', 'time zone of the days', readZone, 'UTC')
    .action(({ groupBy, dateBasis, ...flags }) =>
      withDeps((deps) => showFunnel(deps, { ...flags, group_by: groupBy, date_basis: dateBasis })),
    );
  withRange(report.command('searches'))
    .description('list frequent queries, those that found nothing, or those that led to no click, in UTC days')
    .addOption(new Option('--kind <kind>', 'which queries').choices(SEARCH_REPORT_KINDS).default('top'))
    .option('--limit <count>', 'number of queries, up to 1000', readLimit, 100)
    .action(({ kind, limit, ...flags }) =>
      withDeps((deps) => showSearches(deps, { ...flags, kind, limit }, settings())),
    );
}

const withRange = (command: Command): Command =>
  command
    .requiredOption('--from <date>', 'first day, such as 2026-11-01', readDate)
    .requiredOption('--to <date>', 'last day, which is included', readDate)
    .addOption(new Option('--csv', 'print CSV').conflicts('json'))
    .option('--json', 'print JSON');

const showFunnel = (
  { store }: StoreDeps<ReportStore>,
  { csv = false, json, ...query }: ReportFlags & z.output<typeof FunnelQuery>,
): Promise<number> =>
  explainFaults(async () => {
    const found = await reportFunnel({ store }, query);
    if (json) return console.log(JSON.stringify(found));
    printRows(funnelLines(found), { csv, none: 'no facts' });
    if (found.unmatched.count > 0) console.error(describeUnmatched(found));
  });

function showSearches(
  { store }: StoreDeps<SearchReportStore>,
  { csv = false, json, ...query }: ReportFlags & z.output<typeof SearchReportQuery>,
  { search_reports, ...settings }: ReportSettings,
): Promise<number> {
  if (!search_reports) console.error('SEARCH_REPORTS is false: no statistics of searches are kept');
  return explainFaults(async () => {
    const { rows } = await reportSearches({ store, ...settings }, query);
    if (json) console.log(JSON.stringify({ rows }));
    else printRows(rows, { csv, none: 'no queries' });
  });
}

/** Returns the exit code. */
async function explainFaults(show: () => Promise<void>): Promise<number> {
  try {
    await show();
    return 0;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    for (const { path, message } of error.faults) console.error(`--${path.join('.')} ${message}`);
    return 2;
  }
}

function readZone(value: string): string {
  if (!FunnelQuery.shape.tz.safeParse(value).success)
    throw new InvalidArgumentError('must be the name of an IANA time zone, such as Europe/Berlin');
  return value;
}

function readDate(value: string): string {
  if (!SearchReportQuery.shape.from.safeParse(value).success)
    throw new InvalidArgumentError('must be a date like 2026-11-15');
  return value;
}

function readLimit(value: string): number {
  if (!SearchReportQuery.shape.limit.safeParse(value).success)
    throw new InvalidArgumentError('must be a whole number from 1 to 1000');
  return Number(value);
}
