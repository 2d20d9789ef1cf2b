// Turns of one conversation are taken one at a time. A turn is admitted or refused as a whole, before it costs anything,
// and few are at work at a time: more would only keep searches with a key waiting for the threads that all share.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../app-error.ts';

/** Of one conversation; more at once are not sent by a person. */
const MAX_WAITING = 20;
/** Turns under way or waiting, with a key and as many without one. */
const MAX_ADMITTED = 100;
/** Turns that read and search at the same time, of each kind; those that wait for a model are not among them. */
const MAX_AT_WORK = 4;

/**
 * A turn without a key is refused after the second that Retry-After names. Clients that ignore it would otherwise fill
 * the event loop with refusals, and a new connection waits for one iteration per connection before it.
 */
const REFUSAL_DELAY_MS = 1000;

/** Turns with a key, or those without. */
class Share {
  admitted = 0;
  #atWork = 0;
  readonly #waiting: (() => void)[] = [];

  async work<T>(task: () => Promise<T>): Promise<T> {
    if (this.#atWork >= MAX_AT_WORK) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#atWork++;
    try {
      return await task();
    } finally {
      // The next one takes the place over.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#atWork--;
    }
  }
}

export class TurnQueue {
  readonly #last = new Map<string, { done: Promise<unknown>; waiting: number }>();
  readonly #shares = { keyed: new Share(), keyless: new Share() };

  async run<T>(convo_id: string, is_keyless: boolean, turn: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(is_keyless);
    const queue = this.#last.get(convo_id) ?? { done: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MAX_WAITING || share.admitted >= MAX_ADMITTED) {
      if (is_keyless) await sleep(REFUSAL_DELAY_MS);
      throw new AppError('overloaded');
    }
    queue.waiting++;
    share.admitted++;
    this.#last.set(convo_id, queue);
    const result = queue.done.then(turn);
    queue.done = result
      .catch(() => {})
      .then(() => {
        share.admitted--;
        queue.waiting--;
        if (queue.waiting === 0) this.#last.delete(convo_id);
      });
    return result;
  }

  /** What an admitted turn does, but for waiting for others. */
  work<T>(is_keyless: boolean, task: () => Promise<T>): Promise<T> {
    return this.#shareOf(is_keyless).work(task);
  }

  #shareOf(is_keyless: boolean): Share {
    return this.#shares[is_keyless ? 'keyless' : 'keyed'];
  }
}
