// Sends requests with `fetch`: headers, time limits, retries, and errors of one class per kind.
import { ConnectionError, errorOf, FinderfeeError, TimeoutError } from './errors.ts';
import { type Operation, type OperationInput, targetOf } from './operation.ts';
import { retryDelayMs, sleep } from './retry.ts';
import { readEvents, type ServerSentEvent } from './server-sent-events.ts';

export interface ClientOptions {
  /** Default: the environment variable `FINDERFEE_API_KEY`. Browsers call without a key: it is a secret. */
  apiKey?: string | undefined;
  /** Default: the environment variable `FINDERFEE_URL`; in a browser, the origin of the page. */
  baseUrl?: string | undefined;
  /** How long an attempt may take, answer included. Default: 30,000. */
  timeoutMs?: number | undefined;
  /** How often an idempotent call is sent again after 429, 503 or a network fault. Default: 2. */
  maxRetries?: number | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** Conversation that a search belongs to. */
  convoId?: string | undefined;
}

/** The service sends something at least every 15 seconds. */
const SILENCE_MS = 45_000;

type Environment = { process?: { env?: Record<string, string | undefined> }; location?: { origin: string } };

export class Transport {
  readonly baseUrl: string;
  readonly #options: ClientOptions;
  readonly #headers: Record<string, string>;

  constructor(options: ClientOptions) {
    const { process, location } = globalThis as Environment;
    const baseUrl = options.baseUrl ?? process?.env?.FINDERFEE_URL ?? location?.origin;
    if (!baseUrl) throw new TypeError('baseUrl is required: pass it, or set FINDERFEE_URL');
    const apiKey = options.apiKey ?? process?.env?.FINDERFEE_API_KEY;
    this.baseUrl = baseUrl.replace(/\/+$/, '');
    this.#options = options;
    this.#headers = { ...(apiKey ? { 'x-api-key': apiKey } : {}), ...options.headers };
  }

  /** Calls an operation. If it is idempotent, it is retried. */
  call<Input extends OperationInput, Reply>(
    operation: Operation<Input, Reply>,
    input: Input,
    options: CallOptions = {},
  ): Promise<Reply> {
    const request = this.#request(operation, input, options, 'application/json');
    return this.#retry(operation, options, async () => {
      const attempt = new Attempt(request, options, this.#options);
      try {
        return (await attempt.answer(bodyOf)) as Reply;
      } finally {
        attempt.end();
      }
    });
  }

  /** Calls an operation that answers with events. It is retried until the first answer, not later. */
  async *events<Input extends OperationInput>(
    operation: Operation<Input, unknown>,
    input: Input,
    options: CallOptions = {},
  ): AsyncGenerator<ServerSentEvent, void, undefined> {
    const request = this.#request(operation, input, options, 'text/event-stream');
    const [attempt, body] = await this.#retry(operation, options, async () => {
      const opened = new Attempt(request, options, this.#options);
      try {
        return [opened, await opened.answer(async (response) => response.body!)] as const;
      } catch (error) {
        opened.end();
        throw error;
      }
    });
    try {
      const events = readEvents(body, () => attempt.limit(SILENCE_MS));
      for (;;) {
        attempt.limit(SILENCE_MS);
        const { done, value } = await events.next().catch((error) => attempt.fail(error));
        if (done) return;
        // The caller may take its time over an event.
        attempt.unlimit();
        yield value;
      }
    } finally {
      attempt.end();
    }
  }

  #request(
    operation: Operation<unknown, unknown>,
    input: OperationInput,
    options: CallOptions,
    accept: string,
  ): PreparedRequest {
    const headers = new Headers({ accept, 'x-request-id': newRequestId(), ...this.#headers });
    if (options.convoId !== undefined) headers.set('x-convo-id', options.convoId);
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    const json = input.body === undefined ? null : JSON.stringify(input.body);
    if (json) headers.set('content-type', 'application/json');
    if (input.file !== undefined) headers.set('content-type', 'application/octet-stream');
    const body = input.file ?? json;
    // A redirect would carry the key to another host.
    const init: RequestInit = { method: operation.method, headers, body, redirect: 'manual' };
    return { url: this.baseUrl + targetOf(operation, input), init, requestId: headers.get('x-request-id') ?? '' };
  }

  async #retry<T>(
    { idempotent }: Operation<unknown, unknown>,
    options: CallOptions,
    send: () => Promise<T>,
  ): Promise<T> {
    const maxRetries = idempotent ? (options.maxRetries ?? this.#options.maxRetries ?? 2) : 0;
    for (let retries = 0; ; retries++) {
      try {
        return await send();
      } catch (error) {
        const delay_ms = retries < maxRetries ? retryDelayMs(error, retries) : undefined;
        if (delay_ms === undefined) throw error;
        await sleep(delay_ms, options.signal);
      }
    }
  }
}

interface PreparedRequest {
  url: string;
  init: RequestInit;
  requestId: string;
}

/** One request. It ends when the caller aborts it, or when a time limit has passed. */
class Attempt {
  readonly #request: PreparedRequest;
  readonly #fetch: typeof globalThis.fetch;
  readonly #signal: AbortSignal | undefined;
  readonly #abort = new AbortController();
  readonly #onAbort = () => this.#abort.abort(this.#signal?.reason);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(request: PreparedRequest, { signal, timeoutMs }: CallOptions, client: ClientOptions) {
    this.#request = request;
    this.#fetch = client.fetch ?? globalThis.fetch;
    this.#signal = signal;
    signal?.throwIfAborted();
    signal?.addEventListener('abort', this.#onAbort);
    this.limit(timeoutMs ?? client.timeoutMs ?? 30_000);
  }

  /** Starts the time limit again. */
  limit(ms: number): void {
    clearTimeout(this.#timer);
    const { requestId } = this.#request;
    this.#timer = setTimeout(
      () => this.#abort.abort(new TimeoutError(`There was no answer within ${ms} ms`, { requestId })),
      ms,
    );
  }

  unlimit(): void {
    clearTimeout(this.#timer);
  }

  async answer<T>(read: (response: Response) => Promise<T>): Promise<T> {
    const { url, init, requestId } = this.#request;
    try {
      // A call of its own: browsers refuse `fetch` as a method of another object.
      const send = this.#fetch;
      const response = await send(url, { ...init, signal: this.#abort.signal });
      if (response.ok) return await read(response);
      throw await errorFrom(response, requestId);
    } catch (error) {
      return this.fail(error);
    }
  }

  /** Throws what an error means to the caller. */
  fail(error: unknown): never {
    if (this.#abort.signal.aborted) throw this.#abort.signal.reason;
    if (error instanceof FinderfeeError) throw error;
    const { url, requestId } = this.#request;
    throw new ConnectionError(`No answer from ${new URL(url).host}`, { requestId, cause: error });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#abort.abort();
  }
}

const isJson = ({ headers }: Response) => headers.get('content-type')?.startsWith('application/json') === true;

async function bodyOf(response: Response): Promise<unknown> {
  if (isJson(response)) return response.json();
  return (await response.text()) || undefined;
}

async function errorFrom(response: Response, requestId: string): Promise<FinderfeeError> {
  const { status, headers } = response;
  const body = await bodyOf(response).catch(() => undefined);
  const retryAfterMs = pauseOf(headers.get('retry-after') ?? '');
  return errorOf({
    status,
    requestId: headers.get('x-request-id') ?? requestId,
    detail: isJson(response) ? (body as { detail?: unknown } | undefined)?.detail : body,
    isOwn: isJson(response),
    ...(retryAfterMs >= 0 ? { retryAfterMs } : {}),
  });
}

/** Milliseconds that `Retry-After` asks for: the service sends seconds, a proxy may send a date. NaN if it is neither. */
const pauseOf = (asked: string): number =>
  /^\d+$/.test(asked) ? Number(asked) * 1000 : Math.max(0, Date.parse(asked) - Date.now());

/** `randomUUID` exists only in secure contexts. */
const newRequestId = (): string =>
  globalThis.crypto?.randomUUID?.() ?? Array.from({ length: 3 }, () => Math.random().toString(36).slice(2)).join('');
