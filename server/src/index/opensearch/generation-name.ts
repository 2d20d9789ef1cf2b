// Names of the generations of an index. Versions with different formats have different names, and run beside each other.
import { createHash } from 'node:crypto';
import { FORMAT } from './mapping.ts';

/** The process that holds it writes. */
export const indexerLease = (prefix: string): string => `indexer-${prefix}-${FORMAT}`;

/** The kind of the artefacts that name the live generation. */
export const generationKind = (prefix: string): string => `opensearch-${prefix}-${FORMAT}`;

/** The epoch is part of the name: an index of another installation, or of a restored database, is never overwritten. */
export function seriesName(prefix: string, epoch: string): string {
  const digest = createHash('sha256').update(epoch).digest('hex').slice(0, 8);
  return `${prefix}-${FORMAT}-${digest}`;
}

export const generationName = (prefix: string, epoch: string, generation: number): string =>
  `${seriesName(prefix, epoch)}-${generation}`;
