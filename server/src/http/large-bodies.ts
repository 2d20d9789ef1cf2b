// Validates large bodies in a worker thread: parsing 8 MB of JSON can block the event loop for a second.
import { Worker } from 'node:worker_threads';
import type { EndpointName, Input } from '@finderfee/contract/endpoints.ts';
import type { ErrorCode } from '@finderfee/contract/errors.ts';
import { AppError } from '../app-error.ts';
import { type RawRequest, ValidationError } from './validation.ts';

/** Smaller bodies take at most milliseconds and are validated on the event loop. */
export const LARGE_BODY_BYTES = 16 * 1024;
/** Bodies are rejected while more than this is queued. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** An idle thread exits to release its memory. */
const IDLE_MS = 10_000;
/** Well above what 8 MB of JSON can take. */
const MAX_HEAP_MB = 1024;

export type Outcome = { input: unknown } | { refusal: string } | { code: ErrorCode };

interface Waiting {
  name: EndpointName;
  raw: RawRequest;
  resolve: (input: unknown) => void;
  reject: (error: unknown) => void;
}

export class LargeBodies {
  #worker: Worker | undefined;
  /** The first entry is being validated. */
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #idle: NodeJS.Timeout | undefined;

  validate<N extends EndpointName>(name: N, raw: RawRequest): Promise<Input<N>> {
    if (this.#waitingBytes > MAX_WAITING_BYTES) return Promise.reject(new AppError('overloaded'));
    return new Promise((resolve, reject) => {
      this.#waitingBytes += raw.body!.length;
      this.#waiting.push({ name, raw, resolve: (input) => resolve(input as Input<N>), reject });
      if (this.#waiting.length === 1) this.#sendFirst();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#endWorker();
  }

  /** Clears the field before terminating, so that the next body starts a new thread. */
  async #endWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #sendFirst(): void {
    clearTimeout(this.#idle);
    this.#worker ??= this.#spawn();
    const { name, raw } = this.#waiting[0]!;
    this.#worker.postMessage({ name, raw });
  }

  #finishFirst(settle: (first: Waiting) => void): void {
    const first = this.#waiting.shift();
    if (first) {
      this.#waitingBytes -= first.raw.body!.length;
      settle(first);
    }
    if (this.#waiting.length > 0) this.#sendFirst();
    else this.#idle = setTimeout(() => this.#endWorker(), IDLE_MS).unref();
  }

  #spawn(): Worker {
    const worker = new Worker(new URL('./validation-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.unref();
    let failure: unknown = 'the validation thread exited';
    worker.on('message', (outcome: Outcome) => this.#finishFirst((first) => settle(first, outcome)));
    worker.on('error', (error) => (failure = error));
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      if (this.#waiting.length === 0) return;
      this.#finishFirst(({ reject }) => reject(new AppError('overloaded', { cause: failure })));
    });
    return worker;
  }
}

function settle({ resolve, reject }: Waiting, outcome: Outcome): void {
  if ('input' in outcome) resolve(outcome.input);
  else reject('refusal' in outcome ? new ValidationError(outcome.refusal) : new AppError(outcome.code));
}
