// Store calls for learned artefacts: values that one process learns and all processes use.

export interface StoredArtefact {
  kind: string;
  /** Counted from 1. */
  generation: number;
  bytes: Uint8Array;
}

export interface ArtefactCalls {
  /** Saves the generation after the newest one and deletes all but the last two; `stale` if it is another generation. */
  saveArtefact(artefact: StoredArtefact): Promise<'saved' | 'stale'>;
  /** The newest generation unless one is given; null if it does not exist, or no longer. */
  loadArtefact(by: { kind: string; generation?: number }): Promise<StoredArtefact | null>;
  /** The newest generation; 0 if there is none. */
  newestArtefact(by: { kind: string }): Promise<number>;
}
