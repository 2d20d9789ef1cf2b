// Turns of one conversation are taken one at a time; conversations do not wait for each other.
import { AppError } from '../app-error.ts';

/** Whoever sends more at once is no person. */
const MAX_WAITING = 20;

export class TurnQueue {
  readonly #last = new Map<string, { done: Promise<unknown>; waiting: number }>();

  run<T>(convo_id: string, turn: () => Promise<T>): Promise<T> {
    const queue = this.#last.get(convo_id) ?? { done: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= MAX_WAITING) return Promise.reject(new AppError('overloaded'));
    queue.waiting++;
    this.#last.set(convo_id, queue);
    const result = queue.done.then(turn);
    queue.done = result
      .catch(() => {})
      .then(() => {
        queue.waiting--;
        if (queue.waiting === 0) this.#last.delete(convo_id);
      });
    return result;
  }
}
