// A worker thread with named calls. It is started with its first call, and again after it has died.
import { type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import type { ErrorCode } from '@finderfee/contract/errors.ts';
import { AppError } from './app-error.ts';

/** Name → function of one argument. Arguments and results can be cloned. */
type Calls = Record<string, (input: never) => unknown>;

interface Call {
  id: number;
  name: string;
  input: unknown;
}

/** Errors lose their class between threads. */
type Reply = { id: number; value: unknown } | { id: number; code: ErrorCode | undefined; message: string };

interface Pending {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

interface Options<M> {
  thread: URL;
  options: WorkerOptions;
  /** The error of calls whose thread has died. */
  lost: ErrorCode;
  /** Messages that the thread posts beside its replies. */
  onMessage?: (message: M) => void;
  onFault: (error: unknown) => void;
}

export class CallableThread<C extends Calls, M = never> {
  readonly #options: Options<M>;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(options: Options<M>) {
    this.#options = options;
  }

  call<N extends keyof C & string>(name: N, input: Parameters<C[N]>[0]): Promise<Awaited<ReturnType<C[N]>>> {
    if (this.#isClosed) return Promise.reject(new AppError('not_ready'));
    this.#worker ??= this.#spawn();
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      this.#worker!.postMessage({ id, name, input } satisfies Call);
    });
  }

  /** Rejects pending calls. `finish`: a call that is awaited first, if the thread runs. */
  async close(finish?: keyof C & string): Promise<void> {
    // A thread that dies meanwhile has finished too.
    if (this.#worker && finish !== undefined) await this.call(finish, null as never).catch(() => {});
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #spawn(): Worker {
    const { thread, options, onFault } = this.#options;
    const worker = new Worker(thread, options);
    worker.on('message', (message: { reply: Reply } | { message: M }) => this.#receive(message));
    worker.on('error', onFault);
    worker.on('exit', () => this.#onExit());
    return worker;
  }

  #receive(message: { reply: Reply } | { message: M }): void {
    if ('message' in message) {
      this.#options.onMessage?.(message.message);
      return;
    }
    const { reply } = message;
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('value' in reply) pending?.resolve(reply.value);
    else if (reply.code === undefined) pending?.reject(new Error(reply.message));
    else pending?.reject(new AppError(reply.code, { cause: new Error(reply.message) }));
  }

  #onExit(): void {
    this.#worker = undefined;
    for (const { reject } of this.#pending.values())
      reject(new AppError(this.#options.lost, { cause: new Error('the thread has ended') }));
    this.#pending.clear();
  }
}

/** Answers calls in the thread. Returns how to post other messages. */
export function serveCalls<M>(port: MessagePort, calls: Calls): (message: M) => void {
  port.on('message', async ({ id, name, input }: Call) => {
    port.postMessage({ reply: await answer(id, () => (calls[name] as (input: unknown) => unknown)(input)) });
  });
  return (message) => port.postMessage({ message });
}

async function answer(id: number, run: () => unknown): Promise<Reply> {
  try {
    return { id, value: await run() };
  } catch (error) {
    return { id, code: error instanceof AppError ? error.code : undefined, message: textOf(error) };
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${textOf(error.cause)}`;
}
