// Keeps servers that write away from a data folder that is migrated.
import { StartError } from '../../start-error.ts';
import { type FolderLock, readServerMode, tryLock } from './folder-lock.ts';

export interface SourceLock extends FolderLock {
  /** Whether the lock was taken: no server uses the folder, and none can start. */
  isHeld: boolean;
  /** Throws if the server on the folder writes, or one that writes has been started since. */
  refuseWriter(): void;
}

/** Takes the folder's lock, unless a read-only server has it. */
export function holdSource(folder: string): SourceLock {
  const own = tryLock(folder);
  const refuseWriter = () => {
    if (!own && readServerMode(folder) === 'read-write')
      throw new StartError(
        `the data folder ${folder} is in use by a server: stop it, or restart it with READ_ONLY=true`,
      );
  };
  refuseWriter();
  return { isHeld: own !== undefined, refuseWriter, release: () => own?.release() };
}
