// What one turn of a conversation may use: the service's parts, with searches that are the turn's and bounded in number.
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import type { SearchCaller } from '../index/port.ts';

/** Three filters that together match nothing take ten: as words, one at a time, and together. */
export const MAX_SEARCHES = 12;

export interface TurnDeps extends Deps {
  /** Searches that this turn may still make. */
  searches: { left: number };
  /** Aborted when the caller of the turn has gone. */
  signal: AbortSignal | undefined;
  /** Does a part of the turn when it is its turn to work. */
  work: <T>(task: () => Promise<T>) => Promise<T>;
}

/** The answer reaches no one: the caller has gone. */
export function refuseAbandoned(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('overloaded', { cause: 'the turn was abandoned' });
}

/** A turn that was admitted as a whole is not refused half-way: its searches are admitted with it. */
export function turnDeps(deps: Deps, { signal, is_keyless = false }: SearchCaller): TurnDeps {
  const searches = { left: MAX_SEARCHES };
  const caller: SearchCaller = { signal, is_keyless, is_admitted: true };
  return {
    ...deps,
    searches,
    signal,
    work: (task) =>
      deps.turns.work(is_keyless, () => {
        refuseAbandoned(signal);
        return task();
      }),
    index: {
      search: (query) => {
        searches.left--;
        return deps.index.search(query, caller);
      },
      summarise: (product_nos) => deps.index.summarise(product_nos, caller),
      figures: () => deps.index.figures(),
    },
  };
}
