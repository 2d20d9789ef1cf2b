// Reads the first rows of a file as an import does, to show what it holds.
import { setImmediate } from 'node:timers/promises';
import { feedErrorMessage } from '../reading/feed-error.ts';
import type { FormatName } from './formats/format.ts';
import { readRow, toWrite } from './import-products.ts';
import { ImportReport } from './import-report.ts';
import { readFeed } from './read-feed.ts';
import { type FeedChoices, readerOptions } from './registered-feed.ts';
import { type Sample, toSample } from './sample.ts';
import { type FeedColumn, WatchedColumns } from './watched-columns.ts';

const MAX_ROWS = 200;
const MAX_SAMPLES = 10;

export interface PreviewedFile {
  path: string;
  /** Display name of the source. */
  source: string;
  choices: FeedChoices;
  now_ms: number;
}

export interface FilePreview
  extends Pick<ImportReport, 'recognised_by' | 'rows' | 'rejected' | 'reasons' | 'dropped' | 'warnings' | 'faults'> {
  /** Why it cannot be read; '' if it can. */
  message: string;
  format: FormatName | null;
  columns: FeedColumn[];
  samples: Sample[];
}

export async function previewFile({ choices, ...file }: PreviewedFile): Promise<FilePreview> {
  const columns = new WatchedColumns();
  const report = new ImportReport();
  const samples: Sample[] = [];
  let message = '';
  try {
    const content = await readFeed({ ...file, ...readerOptions(choices), columns });
    report.format = content.format;
    report.recognised_by = content.reason;
    await readRows(content.rows, report, samples);
  } catch (error) {
    const fault = feedErrorMessage(error);
    if (fault === undefined) throw error;
    message = fault;
  }
  const format = report.recognised_by === '' ? null : report.format;
  return { ...report, format, message, columns: columns.list(), samples };
}

async function readRows(
  rows: Awaited<ReturnType<typeof readFeed>>['rows'],
  report: ImportReport,
  samples: Sample[],
): Promise<void> {
  for await (const piece of rows) {
    for (const row of piece) {
      const read = readRow(row, report);
      if (read && 'product' in read) {
        const write = toWrite(report, read);
        if (samples.length < MAX_SAMPLES) samples.push(toSample(write));
      }
      if (report.rows === MAX_ROWS) return;
    }
    await setImmediate();
  }
}
