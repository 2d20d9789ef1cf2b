// Shows the progress of an import on stderr.
import { progressLine, showProgressLine } from '../progress-line.ts';
import type { ImportProgress, Phase } from './import-progress.ts';

/** Returns a function that stops it. */
export const showProgress = (progress: ImportProgress): (() => void) =>
  showProgressLine((withBar) => describe(progress.phase, performance.now() - progress.since_ms, withBar));

export function describe(phase: Phase, elapsed_ms: number, withBar: boolean): string {
  const { share, facts } = factsOf(phase, elapsed_ms);
  return progressLine({ name: phase.name, share, facts, elapsed_ms, withBar });
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
