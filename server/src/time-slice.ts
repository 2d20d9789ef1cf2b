// Splits long work on the event loop, so that other requests are handled in between.
import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 10;

/** Usage between two steps: `if (slice.isOver) await slice.next()`. */
export class TimeSlice {
  #end_ms = performance.now() + SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.#end_ms;
  }

  async next(): Promise<void> {
    await setImmediate();
    this.#end_ms = performance.now() + SLICE_MS;
  }
}
