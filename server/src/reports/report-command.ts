// `finderfee report …`: reports as a table, CSV or JSON.
import { SearchReportQuery } from '@finderfee/contract/report.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { InvalidInput } from '../invalid-input.ts';
import { printable } from '../printable.ts';
import { csvCell } from '../reading/rejected-rows.ts';
import { SEARCH_REPORT_KINDS, type SearchReportStore } from '../store/search-report-store.ts';
import type { StoreDeps, WithDeps } from '../store-deps.ts';
import { textTable } from '../text-table.ts';
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

type Cell = string | number | null;

export function addReportCommand(
  program: Command,
  withDeps: WithDeps<SearchReportStore>,
  settings: () => ReportSettings,
): void {
  const report = program.command('report').description('report what shoppers searched for');
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

async function showSearches(
  { store }: StoreDeps<SearchReportStore>,
  { csv, json, ...query }: ReportFlags & z.output<typeof SearchReportQuery>,
  { search_reports, ...settings }: ReportSettings,
): Promise<number> {
  if (!search_reports) console.error('SEARCH_REPORTS is false: no statistics of searches are kept');
  try {
    const { rows } = await reportSearches({ store, ...settings }, query);
    if (json) console.log(JSON.stringify({ rows }));
    else print(rows, { csv: csv ?? false, none: 'no queries' });
    return 0;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    for (const { path, message } of error.faults) console.error(`--${path.join('.')} ${message}`);
    return 2;
  }
}

/** Prints rows of the same columns. */
function print(rows: Record<string, Cell>[], { csv, none }: { csv: boolean; none: string }): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
  if (csv) for (const line of [columns, ...cells]) console.log(line.map(toCsv).join(','));
  else if (rows.length === 0) console.log(none);
  else console.log(textTable([columns, ...cells.map((line) => line.map((cell) => printable(String(cell ?? ''))))]));
}

const toCsv = (cell: Cell) => (typeof cell === 'string' ? csvCell(cell) : (cell ?? ''));

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
