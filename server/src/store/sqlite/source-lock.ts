// Keeps servers that write away from a data folder that is migrated.
import { StartError } from '../../start-error.ts';
import { type FolderLock, readServerMode, tryLock } from './folder-lock.ts';

export interface SourceLock extends FolderLock {
  /** Whether the lock was taken: no server uses the folder, and none can start. */
  isHeld: boolean;
  /** Throws if a server that writes uses the folder now. */
  refuseWriter(): void;
}

/** Takes the folder's lock, unless a read-only server has it. */
export function holdSource(folder: string): SourceLock {
  const own = tryLock(folder);
  const refuseWriter = () => {
    if (own) return;
    const free = tryLock(folder);
    free?.release();
    if (!free && readServerMode(folder) === 'read-write')
      throw new StartError(
        `the data folder ${folder} is in use by a server: stop it, or restart it with READ_ONLY=true`,
      );
  };
  refuseWriter();
  return { isHeld: own !== undefined, refuseWriter, release: () => own?.release() };
}
