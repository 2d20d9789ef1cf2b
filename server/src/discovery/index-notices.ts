// Logs the progress of long index builds, and readiness.
import type { SearchIndex } from '../index/port.ts';
import type { Notices } from '../log.ts';
import type { IndexWork } from './index-manager.ts';

const POLL_MS = 250;
const LOG_INTERVAL_MS = 3000;

interface IndexStatus {
  index: Pick<SearchIndex, 'figures'>;
  indexWork: () => IndexWork | null;
  isIndexReady: () => boolean;
}

export class IndexNotices {
  readonly #deps: IndexStatus;
  readonly #log: Notices;
  readonly #log_interval_ms: number;
  readonly #started_at_ms = performance.now();
  #logged_at_ms = performance.now();
  #isReady = false;
  /** The work in progress has been logged at least once. */
  #hasLoggedWork = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: IndexStatus, log: Notices, log_interval_ms = LOG_INTERVAL_MS) {
    this.#deps = deps;
    this.#log = log;
    this.#log_interval_ms = log_interval_ms;
  }

  start(): void {
    this.#timer = setInterval(() => this.#poll(), POLL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #poll(): void {
    const work = this.#deps.indexWork();
    const isReady = this.#deps.isIndexReady();
    if (isReady !== this.#isReady) this.#logReadiness(isReady);
    else if (!work && this.#hasLoggedWork) this.#log.info(this.#products(), 'the index is up to date');
    this.#isReady = isReady;
    const now_ms = performance.now();
    if (!work) {
      this.#hasLoggedWork = false;
      this.#logged_at_ms = now_ms;
      return;
    }
    if (now_ms - this.#logged_at_ms < this.#log_interval_ms) return;
    this.#logged_at_ms = now_ms;
    this.#hasLoggedWork = true;
    const { step, progress } = work;
    const percent = progress === null ? {} : { percent: Math.floor(progress * 100) };
    this.#log.info({ step, ...percent }, 'the index is being built');
  }

  #logReadiness(isReady: boolean): void {
    const seconds = Math.round((performance.now() - this.#started_at_ms) / 100) / 10;
    if (isReady) this.#log.info({ ...this.#products(), seconds }, 'ready: searches are answered');
    else this.#log.warn('not ready: the index failed and is being rebuilt');
  }

  #products(): { products: number } {
    return { products: this.#deps.index.figures().products };
  }
}
