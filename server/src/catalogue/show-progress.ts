// Shows the progress of an import on stderr.
import { progressLine, showProgressLine } from '../progress-line.ts';
import { type ImportProgress, type Phase, shareOf } from './import-progress.ts';

/** Returns a function that stops it. */
export const showProgress = (progress: ImportProgress): (() => void) =>
  showProgressLine((withBar) => describe(progress.phase, performance.now() - progress.since_ms, withBar));

export function describe(phase: Phase, elapsed_ms: number, withBar: boolean): string {
  return progressLine({
    ...{ name: phase.name, share: shareOf(phase), facts: factsOf(phase, elapsed_ms) },
    ...{ elapsed_ms, withBar },
  });
}

function factsOf(phase: Phase, elapsed_ms: number): string[] {
  if ('of' in phase) return phase.of > 0 ? [`${phase.products} of ${phase.of} products`] : [];
  if (phase.name === 'clearing staged rows') return [`${phase.rows} rows`];
  if (!('bytes' in phase)) return [];
  const size = phase.size ? `${megabytes(phase.bytes)} of ${megabytes(phase.size)}` : megabytes(phase.bytes);
  if (phase.name === 'fetching') return [size];
  const rate = Math.round(phase.rows / Math.max(0.001, elapsed_ms / 1000));
  return [size, `${phase.rows} rows`, `${rate} rows/s`];
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
