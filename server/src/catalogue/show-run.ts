// Prints the result of a run as text or JSON.
import { commandHint } from '../command-hint.ts';
import { printable } from '../printable.ts';
import { feedErrorMessage } from '../reading/feed-error.ts';
import { showRejected } from '../reading/rejected-rows.ts';
import type { FinishedRun } from './run-import.ts';
import { describeWarnings } from './sale-faults.ts';
import { describeSamples, type Sample } from './sample.ts';

export const MAX_LISTED_FAULTS = 1000;

export interface ShowFlags {
  json?: boolean;
  dataDir?: string;
}

/** A run as printed with `--json`. */
export type PrintedRun = Pick<FinishedRun, 'run_id' | 'state' | 'message'> & Counts & { samples?: Sample[] };

/** Prints the run and returns the exit code: 1 if it changed nothing because of an error. */
export function showRun(run: FinishedRun & { samples?: Sample[] }, { json, dataDir }: ShowFlags): number {
  const { run_id, state, message, report, samples } = run;
  showRejected(report);
  if (json) {
    const faults = report.faults.slice(0, MAX_LISTED_FAULTS);
    const printed: PrintedRun = { run_id, state, message, ...report, faults, ...(samples ? { samples } : {}) };
    console.log(JSON.stringify(printed));
  } else
    for (const line of [...describeRun(run, dataDir), ...describeSamples(samples ?? [])]) console.log(printable(line));
  if (state === 'stopped') console.error('if the file is correct, run it again with --force');
  const isUseless = report.rows > 0 && report.rejected === report.rows;
  return state === 'stopped' || state === 'failed' || isUseless ? 1 : 0;
}

type Counts = Omit<FinishedRun['report'], 'add' | 'reject' | 'drop' | 'warn' | 'totalled' | 'summary'>;
type Shown = Omit<FinishedRun, 'report'> & { report: Omit<Counts, 'faults'> };

export function describeRun({ run_id, state, message, report }: Shown, dataDir: string | undefined): string[] {
  const { rows, products, inserted, updated, unchanged, deleted, repeated, rejected } = report;
  const more = [deleted > 0 ? `, ${deleted} deleted` : '', repeated > 0 ? `, ${repeated} repeated` : ''].join('');
  const counts = `${rows} rows: ${products} products (${inserted} new, ${updated} changed, ${unchanged} unchanged), ${rejected} rejected${more}`;
  const rejectedHint = commandHint(`feeds show ${run_id} --rejected`, dataDir);
  return [
    ...(report.recognised_by ? [`format ${report.format}: ${report.recognised_by}`] : []),
    ...(state === 'unchanged' ? [] : [counts]),
    ...(message ? [`${state}: ${message}`] : []),
    ...report.notes,
    ...describeWarnings(report.warnings, report.format),
    ...Object.entries(report.dropped).map(([fault, count]) => `${count} values dropped: ${fault}`),
    ...(rejected > 0 && run_id > 0 ? [`rejected rows: ${rejectedHint}`] : []),
  ];
}

/** The error message with its source; undefined if the feed did not cause the error. */
export function describeFeedError(error: unknown, source: string): string | undefined {
  const fault = feedErrorMessage(error);
  return fault && printable(`${source}: ${fault}`);
}
