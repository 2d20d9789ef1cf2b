// A fault injector around the real store.
import { AppError } from '../../server/src/app-error.ts';
import type { Store } from '../../server/src/store/port.ts';

/** Calls that nobody waits for: they are struck beside the n-th call of the script, not counted with it. */
export const BACKGROUND = [
  'listDueJobs',
  'runJob',
  'failJob',
  'listKeys',
  'readChanges',
  'lastChange',
  'sampleProducts',
  'lastRequestedRebuild',
  'lastCompletedRebuild',
  'completeRebuild',
  'listSynonymEdits',
  'loadVocabulary',
  'countVocabulary',
  'saveVocabulary',
  'purgeWatermark',
  'purgeRankingSessions',
  'purgeSearches',
  'purgeJobs',
  'purgeEvents',
  'purgeConversations',
  'purgeNonClicks',
  'purgeDeletions',
  'purgePrices',
  'purgeFeedRuns',
];
/** The one of them that requests make, too. */
const SHARED = 'lastChange';
/** Stands in the errors of the store, and may stand in no answer. */
export const INTERNALS = 'SQLITE_IOERR in /var/lib/ledger.db';

/** The call fails before it has done anything, or does it and fails to answer; by a known error or by one nobody foresaw. */
interface Kind {
  isDone: boolean;
  isKnown: boolean;
}

/** Makes the n-th call fail, and the next of each background call that is named. */
export class Striker {
  calls = 0;
  at = 0;
  kind: Kind = { isDone: false, isKnown: false };
  readonly background = new Set<string>();
  struck = 0;
  struckInBackground = 0;
  /** Of those the ones that may have been a request's. */
  struckShared = 0;

  wrap(store: Store): Store {
    const wrapped = Object.entries(store).map(([name, call]) => {
      if (name === 'queueLengths' || name === 'close') return [name, call];
      return [name, (input: unknown) => (this.#isHit(name) ? this.#fail(call, input) : call(input))];
    });
    return Object.fromEntries(wrapped) as Store;
  }

  #isHit(name: string): boolean {
    if (BACKGROUND.includes(name)) {
      const isHit = this.background.delete(name);
      if (isHit) this.struckInBackground++;
      if (isHit && name === SHARED) this.struckShared++;
      return isHit;
    }
    this.calls++;
    if (this.calls !== this.at) return false;
    this.struck++;
    return true;
  }

  async #fail(call: (input: unknown) => Promise<unknown>, input: unknown): Promise<never> {
    const { isDone, isKnown } = this.kind;
    if (isDone) await call(input);
    throw isKnown ? new AppError('store_unavailable', { cause: INTERNALS }) : new Error(INTERNALS);
  }
}
