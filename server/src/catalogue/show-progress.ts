// How far an import is: a bar on a terminal, a line now and then otherwise.
import type { ImportReport } from './import-report.ts';
import type { Reading } from './read-feed.ts';

const BAR_MS = 200;
const LINE_MS = 10_000;
const BAR_CHARS = 24;

/** Shows it on stderr until it is stopped. */
export function showProgress(reading: Pick<Reading, 'progress'>, report: Pick<ImportReport, 'rows'>): () => void {
  const { isTTY } = process.stderr;
  const start_ms = performance.now();
  const line = () => describe(reading.progress(), report.rows, performance.now() - start_ms);
  const timer = setInterval(
    () => process.stderr.write(isTTY ? `\r\x1b[K${line()}` : `${line()}\n`),
    isTTY ? BAR_MS : LINE_MS,
  );
  return () => {
    clearInterval(timer);
    if (isTTY) process.stderr.write('\r\x1b[K');
  };
}

export function describe({ done, size }: { done: number; size: number }, rows: number, elapsed_ms: number): string {
  const share = size > 0 ? done / size : 1;
  const bar = '█'.repeat(Math.round(share * BAR_CHARS)).padEnd(BAR_CHARS, '░');
  const left_s = share > 0 ? Math.round((elapsed_ms * (1 - share)) / share / 1000) : 0;
  const rate = Math.round(rows / Math.max(0.001, elapsed_ms / 1000));
  return `${bar} ${Math.floor(share * 100)} %  ${megabytes(done)} of ${megabytes(size)}  ${rows} rows  ${rate} rows/s  ${time(left_s)} left`;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const time = (seconds: number) => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`);
