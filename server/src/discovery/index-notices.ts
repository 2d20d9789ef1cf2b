// Logs the progress of long index builds, and readiness.
import type { Deps } from '../deps.ts';
import type { Notices } from '../log.ts';

const LOOK_MS = 250;
const TELL_MS = 3000;

type Watched = Pick<Deps, 'index' | 'indexWork' | 'isIndexReady'>;

export class IndexNotices {
  readonly #deps: Watched;
  readonly #log: Notices;
  readonly #tell_ms: number;
  readonly #begun_at_ms = performance.now();
  #told_at_ms = performance.now();
  #isReady = false;
  /** Work under way has been logged. */
  #isTold = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: Watched, log: Notices, tell_ms = TELL_MS) {
    this.#deps = deps;
    this.#log = log;
    this.#tell_ms = tell_ms;
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const work = this.#deps.indexWork();
    const isReady = this.#deps.isIndexReady();
    if (isReady !== this.#isReady) this.#tellReadiness(isReady);
    else if (!work && this.#isTold) this.#log.info(this.#products(), 'the index is up to date');
    this.#isReady = isReady;
    const now_ms = performance.now();
    if (!work) {
      this.#isTold = false;
      this.#told_at_ms = now_ms;
      return;
    }
    if (now_ms - this.#told_at_ms < this.#tell_ms) return;
    this.#told_at_ms = now_ms;
    this.#isTold = true;
    const { step, progress } = work;
    const percent = progress === null ? {} : { percent: Math.floor(progress * 100) };
    this.#log.info({ step, ...percent }, 'the index is being built');
  }

  #tellReadiness(isReady: boolean): void {
    const seconds = Math.round((performance.now() - this.#begun_at_ms) / 100) / 10;
    if (isReady) this.#log.info({ ...this.#products(), seconds }, 'ready: searches are answered');
    else this.#log.warn('not ready: the index failed and is being rebuilt');
  }

  #products(): { products: number } {
    return { products: this.#deps.index.figures().products };
  }
}
