// Serialises the turns of a conversation and limits concurrent turns. A turn is admitted or refused as a whole, and few
// work at the same time, because more would delay keyed searches on the shared threads.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../app-error.ts';

/** Maximum number of queued turns per conversation. */
const MAX_WAITING = 20;
/** Maximum number of running and waiting turns, with and without a key each. */
const MAX_ADMITTED = 100;
/** Maximum number of turns that read and search concurrently, per kind; waiting for a model does not count. */
const MAX_RUNNING = 4;

/**
 * Refusals of turns without a key are delayed as long as Retry-After asks clients to wait. Clients that ignore it would
 * otherwise fill the event loop with refusals and delay new connections.
 */
const REFUSAL_DELAY_MS = 1000;

/** Admission and concurrency of the turns with a key, or of those without one. */
class TurnLimits {
  admitted = 0;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async work<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= MAX_RUNNING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      return await task();
    } finally {
      // The next waiter inherits the slot.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

export class TurnQueue {
  readonly #last = new Map<string, { done: Promise<unknown>; waiting: number }>();
  readonly #limits = { keyed: new TurnLimits(), keyless: new TurnLimits() };

  async run<T>(convo_id: string, is_keyless: boolean, turn: () => Promise<T>): Promise<T> {
    const limits = this.#limitsOf(is_keyless);
    const queue = this.#last.get(convo_id) ?? { done: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MAX_WAITING || limits.admitted >= MAX_ADMITTED) {
      if (is_keyless) await sleep(REFUSAL_DELAY_MS);
      throw new AppError('overloaded');
    }
    queue.waiting++;
    limits.admitted++;
    this.#last.set(convo_id, queue);
    const result = queue.done.then(turn);
    queue.done = result
      .catch(() => {})
      .then(() => {
        limits.admitted--;
        queue.waiting--;
        if (queue.waiting === 0) this.#last.delete(convo_id);
      });
    return result;
  }

  /** Runs a part of an admitted turn within the concurrency limit. */
  work<T>(is_keyless: boolean, task: () => Promise<T>): Promise<T> {
    return this.#limitsOf(is_keyless).work(task);
  }

  #limitsOf(is_keyless: boolean): TurnLimits {
    return this.#limits[is_keyless ? 'keyless' : 'keyed'];
  }
}
