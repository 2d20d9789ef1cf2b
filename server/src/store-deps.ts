// The dependencies of verbs and commands that use only the databases, by the ports they use.
import type { Clock } from './clock.ts';

export interface StoreDeps<S> {
  store: S;
  clock: Clock;
}

/**
 * Runs a command on the data folder; both functions return the exit code. `check` runs before the store is opened, so
 * that a rejected command does not create an installation.
 */
export type WithDeps<S> = (
  action: (deps: StoreDeps<S>) => Promise<number>,
  check?: (isNew: boolean) => Promise<number>,
) => Promise<void>;
