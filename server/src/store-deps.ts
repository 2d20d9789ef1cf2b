// The dependencies of verbs and commands that use only the databases, by the ports they use.
import type { Clock } from './clock.ts';

export interface StoreDeps<S> {
  store: S;
  clock: Clock;
}

/** The exit code of a command. With what it has changed, if no argument names it, or the exit code is not 0 all the same. */
export type Outcome = number | { code: number; subject: string | null };

export const exitCodeOf = (outcome: Outcome): number => (typeof outcome === 'number' ? outcome : outcome.code);

/**
 * Runs a command on the data folder; both functions return its outcome. `check` runs before the store is opened, so
 * that a rejected command does not create an installation.
 */
export type WithDeps<S> = (
  action: (deps: StoreDeps<S>) => Promise<Outcome>,
  check?: (isNew: boolean) => Promise<number>,
) => Promise<void>;
