// Posts small bodies to the public internet, and to the private hosts that the operator allows.
import type { Dispatcher } from 'undici';
import { boundedLookUp } from './bounded-look-up.ts';
import { guardedAgent } from './guarded-agent.ts';
import { type LookUp, PrivateAddressError, systemLookUp } from './public-address.ts';

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For the whole exchange: connection, request, and what is read of the answer. */
  timeout_ms: number;
  /** What follows in the answer is not read. The status counts even if the body does not end. */
  max_answer_bytes: number;
  /** `post` rejects if it is aborted before the status has arrived. */
  signal: AbortSignal;
}

export interface PostAnswer {
  status: number;
  retry_after: string | null;
  body: Buffer;
}

/** Why there was no answer. It does not contain the URL, which may hold a key. */
export interface PostFailure {
  failure: string;
}

export class PostClient {
  readonly #agent: ReturnType<typeof guardedAgent>;
  readonly #privateHosts: readonly string[];

  constructor(privateHosts: readonly string[], lookUp: LookUp = systemLookUp) {
    this.#privateHosts = privateHosts;
    this.#agent = guardedAgent(privateHosts, boundedLookUp(lookUp));
  }

  /** Redirects are answers as any other: following them would post to an address that was not given. */
  async post({ url, headers, body, timeout_ms, max_answer_bytes, signal }: Post): Promise<PostAnswer | PostFailure> {
    const timeout = AbortSignal.timeout(timeout_ms);
    const { protocol, hostname, origin, pathname, search } = new URL(url);
    if (protocol !== 'https:' && !this.#privateHosts.includes(hostname.replace(/^\[|\]$/g, '')))
      return { failure: 'plain http is for hosts that WEBHOOK_PRIVATE_HOSTS names' };
    const ended = AbortSignal.any([timeout, signal]);
    try {
      const path = pathname + search;
      const answer = await unlessAborted(
        this.#agent.request({ method: 'POST', ...{ origin, path, headers, body }, signal: ended }),
        ended,
      );
      const retryAfter = answer.headers['retry-after'];
      return {
        status: answer.statusCode,
        retry_after: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null,
        body: await firstBytes(answer.body, max_answer_bytes),
      };
    } catch (error) {
      if (signal.aborted) throw error;
      return { failure: timeout.aborted ? `no answer within ${timeout_ms / 1000} s` : reasonOf(error) };
    }
  }

  /** Ends requests that are still running. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

/** The client heeds the signal only once it is connected. An answer that comes too late is closed. */
async function unlessAborted(
  request: Promise<Dispatcher.ResponseData>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([request, aborted.promise]);
  } catch (error) {
    request.then(
      ({ body }) => body.on('error', () => {}).destroy(),
      () => {},
    );
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What has arrived when the body ends, breaks off, or takes too long. */
async function firstBytes(body: AsyncIterable<Buffer>, max_bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes >= max_bytes) break;
    }
  } catch {
    // The status has arrived, and decides.
  }
  return Buffer.concat(chunks).subarray(0, max_bytes);
}

function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return error.message;
  const { code = '' } = error as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' ? 'unknown host' : `the connection failed${code ? ` (${code})` : ''}`;
}
