// Shows the progress of an import on stderr: a bar on a terminal, a line every few seconds elsewhere.
import type { ImportProgress, Phase } from './import-progress.ts';

const BAR_MS = 200;
const LINE_MS = 5000;
const BAR_CHARS = 24;
const CLEAR_LINE = '\r\x1b[K';

/** Returns a function that stops it. */
export function showProgress(progress: ImportProgress): () => void {
  const isLive = takesControlCharacters(process.stderr, process.env);
  const show = () => {
    const line = describe(progress.phase, performance.now() - progress.since_ms, isLive);
    // A wrapped line could not be cleared.
    process.stderr.write(isLive ? CLEAR_LINE + line.slice(0, (process.stderr.columns || 80) - 1) : `${line}\n`);
  };
  const timer = setInterval(show, isLive ? BAR_MS : LINE_MS);
  return () => {
    clearInterval(timer);
    if (isLive) process.stderr.write(CLEAR_LINE);
  };
}

export const takesControlCharacters = ({ isTTY }: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean =>
  isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';

export function describe(phase: Phase, elapsed_ms: number, withBar: boolean): string {
  const { share, facts } = factsOf(phase, elapsed_ms);
  if (share === undefined) return [phase.name, ...facts].join('  ');
  // Never 100 %: while a phase is shown, it is not finished.
  const percent = `${Math.min(99, Math.floor(share * 100))} %`;
  const bar = '█'.repeat(Math.round(share * BAR_CHARS)).padEnd(BAR_CHARS, '░');
  const left = share > 0 ? [`${time((elapsed_ms * (1 - share)) / share)} left`] : [];
  return [phase.name, withBar ? `${bar} ${percent}` : percent, ...facts, ...left].join('  ');
}

/** `share` is the completed fraction of the phase, if known. */
function factsOf(phase: Phase, elapsed_ms: number): { share?: number; facts: string[] } {
  if ('of' in phase && phase.of > 0)
    return { share: phase.products / phase.of, facts: [`${phase.products} of ${phase.of} products`] };
  if (phase.name === 'fetching') {
    const { bytes, size } = phase;
    if (size === 0) return { facts: [megabytes(bytes)] };
    return { share: bytes / size, facts: [`${megabytes(bytes)} of ${megabytes(size)}`] };
  }
  if (!('rows' in phase)) return { facts: [] };
  if (!('size' in phase)) return { facts: [`${phase.rows} rows`] };
  const { bytes, size, rows } = phase;
  const rate = Math.round(rows / Math.max(0.001, elapsed_ms / 1000));
  const counted = [`${rows} rows`, `${rate} rows/s`];
  if (size === null) return { facts: [megabytes(bytes), ...counted] };
  return { share: bytes / Math.max(1, size), facts: [`${megabytes(bytes)} of ${megabytes(size)}`, ...counted] };
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function time(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
