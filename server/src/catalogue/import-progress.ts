// Progress of an import, by phase.

export type Phase =
  | { name: 'reading'; bytes: number /** Null if unknown. */; size: number | null; rows: number }
  | { name: 'fetching'; bytes: number /** 0 if unknown. */; size: number }
  | { name: 'writing' | 'deleting'; products: number; of: number }
  | { name: 'clearing staged rows'; rows: number }
  | { name: 'waiting for the source' | 'writing remaining rows' | 'summarising merchants' | 'finishing' };

export class ImportProgress {
  #phase: () => Phase = () => ({ name: 'waiting for the source' });
  /** Start of the current phase. */
  since_ms = performance.now();

  get phase(): Phase {
    return this.#phase();
  }

  /** The phase, and the completed fraction of it if that is known. */
  get share(): { phase: Phase['name']; share: number | null } {
    const { phase } = this;
    return { phase: phase.name, share: shareOf(phase) ?? null };
  }

  begin(phase: () => Phase): void {
    this.#phase = phase;
    this.since_ms = performance.now();
  }

  read(bytes: () => { done: number; size: number | null }, report: { rows: number }): void {
    this.begin(() => {
      const { done, size } = bytes();
      return { name: 'reading', bytes: done, size, rows: report.rows };
    });
  }
}

/** The completed fraction of a phase, if known. */
export function shareOf(phase: Phase): number | undefined {
  if ('of' in phase) return phase.of > 0 ? phase.products / phase.of : undefined;
  if (!('bytes' in phase) || phase.size === null) return undefined;
  if (phase.name === 'reading') return phase.bytes / Math.max(1, phase.size);
  return phase.size > 0 ? phase.bytes / phase.size : undefined;
}
