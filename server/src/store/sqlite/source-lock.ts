// Keeps servers that write away from a data folder that is migrated.
import { StartError } from '../../start-error.ts';
import { type FolderLock, readServerMode, tryLock, writeServerMode } from './folder-lock.ts';

export interface SourceLock extends FolderLock {
  /** Whether the lock was taken: no server uses the folder, and none can start. */
  isHeld: boolean;
  /** Throws if the server on the folder writes, or one that writes has been started since. */
  refuseWriter(): void;
}

/** Takes the folder's lock, unless a read-only server has it. */
export function holdSource(folder: string): SourceLock {
  const own = tryLock(folder);
  // Another migration must not take this process for the read-only server that was here before.
  if (own) writeServerMode(folder, 'read-write');
  const refuseWriter = () => {
    if (!own && readServerMode(folder) === 'read-write')
      throw new StartError(
        `the data folder ${folder} is in use by a server or another migration: stop it, or restart it with READ_ONLY=true`,
      );
  };
  refuseWriter();
  return { isHeld: own !== undefined, refuseWriter, release: () => own?.release() };
}
