// Tails the catalogue's change log and applies the changes to the index.
import { BackgroundLoop } from '../background-loop.ts';
import { type ChangeLog, type IndexLag, LogApplier } from '../index/change-log.ts';
import type { IndexWriter } from '../index/port.ts';

/** Products must be searchable within a second of their commit; polling may take only part of that. */
const POLL_MS = 200;
const RETRY_MS = 1000;

export class CatalogueFollower {
  readonly #index: IndexWriter;
  readonly #applier: LogApplier;
  readonly #loop: BackgroundLoop;
  /** What the index had applied when it was last complete. */
  #completeUpTo: number | undefined;

  constructor(log: ChangeLog, index: IndexWriter, onFault: (error: unknown) => void) {
    this.#index = index;
    this.#applier = new LogApplier(log, index);
    this.#loop = new BackgroundLoop({ run: () => this.#step(), rest_ms: POLL_MS, retry_ms: RETRY_MS, onFault });
  }

  /** True once every change committed before the start is searchable, unless the index has lost changes since. */
  get isCaughtUp(): boolean {
    return this.#completeUpTo !== undefined && (this.#index.appliedUpTo() ?? -1) >= this.#completeUpTo;
  }

  /** True while more than one batch of changes is outstanding. */
  get isBehind(): boolean {
    return this.#applier.isBehind;
  }

  get lag(): IndexLag {
    return this.#applier.lag;
  }

  /** Applied share of the backlog, from 0 to 1. */
  get progress(): number {
    return this.#applier.progress;
  }

  /** Reports once whether the index may have missed a deletion that was purged from the log. */
  takeGap(): boolean {
    const { hasGap } = this.#applier;
    this.#applier.hasGap = false;
    return hasGap;
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Reads the change log now instead of at the next poll. */
  wake(): void {
    this.#loop.wake();
  }

  async #step(): Promise<boolean> {
    const isAtEnd = await this.#applier.run(() => this.#loop.isStopped);
    if (isAtEnd) this.#completeUpTo = this.#index.appliedUpTo() ?? this.#completeUpTo;
    return false;
  }
}
