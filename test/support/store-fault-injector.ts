// Wraps the real store and makes chosen calls fail.
import { AppError } from '../../server/src/app-error.ts';
import type { Store } from '../../server/src/store/store.ts';

/**
 * Calls by background tasks, and those that /metrics makes only every few seconds. They fail in addition to the n-th call
 * of a request and are not counted with it.
 */
export const BACKGROUND = [
  'takeDueJobs',
  'runJob',
  'failJob',
  'listKeys',
  'readStamps',
  'readChanges',
  'lastChange',
  'sampleProducts',
  'lastCompletedRebuild',
  'completeRebuild',
  'listSynonymEdits',
  'loadVocabulary',
  'countVocabulary',
  'saveVocabulary',
  'newestArtefact',
  'loadArtefact',
  'saveArtefact',
  'acquireLease',
  'releaseLease',
  'recordInstance',
  'countJobs',
  'listFeeds',
  'readClock',
  'purgeWatermark',
  'purgeRankingSessions',
  'purgeSearches',
  'purgeQueryCounts',
  'foldFunnel',
  'purgeFunnel',
  'purgeSearchCounts',
  'listSearchClicks',
  'attributeClicks',
  'deleteSearchClicks',
  'purgeJobs',
  'purgeEvents',
  'purgeConversations',
  'purgeNonClicks',
  'purgeDeletions',
  'purgePrices',
  'purgeFeedRuns',
  'takeDueDeliveries',
  'recordAttempt',
  'getWebhook',
  'listFeedEvents',
  'publishEvents',
  'deleteFeedEvents',
  'countDeliveries',
  'purgeDeliveries',
];
/** Of these, the calls that requests make as well. */
const SHARED = [
  'lastChange',
  'listFeeds',
  'getWebhook',
  'listKeys',
  'readStamps',
  'lastCompletedRebuild',
  'listSynonymEdits',
];
/** Part of every injected error; no answer may contain it. */
export const INTERNALS = 'SQLITE_IOERR in /var/lib/ledger.db';

interface Failure {
  /** The call takes effect before it fails. */
  isApplied: boolean;
  /** An AppError, instead of an unexpected error. */
  isKnown: boolean;
}

/** Fails a call that `failNext` names, and the next call of each name in `background`. */
export class StoreFaultInjector {
  /** Calls until one fails; 0: none does. */
  #callsLeft = 0;
  failure: Failure = { isApplied: false, isKnown: false };
  readonly background = new Set<string>();
  injected = 0;
  injectedInBackground = 0;
  /** Background failures that may have hit a request. */
  injectedShared = 0;

  /** Fails the n-th call from now on; 0 fails none. */
  failNext(n: number, failure = this.failure): void {
    this.#callsLeft = n;
    this.failure = failure;
  }

  wrap(store: Store): Store {
    const wrapped = Object.entries(store).map(([name, call]) => {
      if (name === 'figures' || name === 'close') return [name, call];
      return [name, (input: unknown) => (this.#shouldFail(name) ? this.#fail(call, input) : call(input))];
    });
    return Object.fromEntries(wrapped) as Store;
  }

  #shouldFail(name: string): boolean {
    if (BACKGROUND.includes(name)) {
      const shouldFail = this.background.delete(name);
      if (shouldFail) this.injectedInBackground++;
      if (shouldFail && SHARED.includes(name)) this.injectedShared++;
      return shouldFail;
    }
    if (this.#callsLeft === 0 || --this.#callsLeft > 0) return false;
    this.injected++;
    return true;
  }

  async #fail(call: (input: unknown) => Promise<unknown>, input: unknown): Promise<never> {
    const { isApplied, isKnown } = this.failure;
    if (isApplied) await call(input);
    throw isKnown ? new AppError('store_unavailable', { cause: INTERNALS }) : new Error(INTERNALS);
  }
}
