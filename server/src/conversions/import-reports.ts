// Records the reports of a file, in batches.
import { type RejectedRow, type RejectedRows, rejectRow } from '../reading/rejected-rows.ts';
import type { ConversionStore, ReportWrite } from '../store/conversion-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import type { Dialect } from './dialect.ts';
import { readReport } from './read-report.ts';
import type { ReportFile } from './read-report-file.ts';
import { CONVERSION_FULL } from './receive-postback.ts';

const BATCH_ROWS = 1000;

interface ImportDeps extends StoreDeps<ConversionStore> {
  reward_max_pct: number;
}

export interface ImportJob {
  network: string;
  dialect: Dialect;
  file: ReportFile;
  dryRun: boolean;
}

export class ReportImport implements RejectedRows {
  readonly network: string;
  readonly dialect: string;
  rows = 0;
  recorded = 0;
  updated = 0;
  unchanged = 0;
  /** Rows whose click is not known. */
  unmatched = 0;
  rejected = 0;
  reasons: Record<string, number> = {};
  notes: string[] = [];
  faults: RejectedRow[] = [];

  constructor({ network, dialect }: Pick<ImportJob, 'network' | 'dialect'>) {
    this.network = network;
    this.dialect = dialect.name;
  }
}

interface Row {
  line: number;
  report: ReportWrite;
}

/** A batch is one transaction. Importing a file again records nothing twice. */
export async function importReports(deps: ImportDeps, job: ImportJob): Promise<ReportImport> {
  const result = new ReportImport(job);
  const record = (batch: Row[]) => (job.dryRun ? undefined : recordBatch(deps, batch, result));
  let batch: Row[] = [];
  for await (const rows of job.file.rows) {
    for (const row of rows) {
      result.rows++;
      const read = 'fault' in row ? { faults: [row.fault] } : readReport(row.record, job.dialect, job.network);
      if ('report' in read) batch.push({ line: row.line, report: read.report });
      // A row is rejected once, for the first of its faults.
      else rejectRow(result, row.line, read.faults[0]!);
      if (batch.length < BATCH_ROWS) continue;
      await record(batch);
      batch = [];
    }
  }
  if (batch.length > 0) await record(batch);
  result.notes = job.file.ending.notes;
  return result;
}

async function recordBatch(deps: ImportDeps, batch: Row[], result: ReportImport): Promise<void> {
  const { store, clock, reward_max_pct } = deps;
  // A report that its conversion cannot hold is rejected, and the others are tried again.
  for (let rows = batch; rows.length > 0; ) {
    const reports = rows.map(({ report }) => report);
    const outcome = await store.recordReports({ reports, postback: null, reward_max_pct, now_ms: clock.now_ms() });
    if ('full' in outcome) {
      const { line, report } = rows[outcome.full]!;
      rejectRow(result, line, { field: 'transaction_id', reason: CONVERSION_FULL, value: report.transaction_id });
      rows = rows.filter((_, i) => i !== outcome.full);
      continue;
    }
    for (const { state, is_matched } of outcome.answers) {
      result[state]++;
      if (!is_matched) result.unmatched++;
    }
    return;
  }
}
