// Posts small bodies to the public internet, and to the private hosts that the operator allows.
import { guardedAgent } from './guarded-agent.ts';
import { PrivateAddressError } from './public-address.ts';

export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For the whole exchange: connection, request, and what is read of the answer. */
  timeout_ms: number;
  /** What follows in the answer is not read. */
  max_answer_bytes: number;
  /** `post` rejects once it is aborted. */
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

  constructor(privateHosts: readonly string[]) {
    this.#agent = guardedAgent(privateHosts);
  }

  /** Redirects are answers as any other: following them would post to an address that was not given. */
  async post({ url, headers, body, timeout_ms, max_answer_bytes, signal }: Post): Promise<PostAnswer | PostFailure> {
    const timeout = AbortSignal.timeout(timeout_ms);
    const { origin, pathname, search } = new URL(url);
    try {
      const answer = await this.#agent.request({
        method: 'POST',
        ...{ origin, path: pathname + search, headers, body },
        signal: AbortSignal.any([timeout, signal]),
      });
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

async function firstBytes(body: AsyncIterable<Buffer>, max_bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes >= max_bytes) break;
  }
  return Buffer.concat(chunks).subarray(0, max_bytes);
}

function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddressError) return error.message;
  const { code = '' } = error as NodeJS.ErrnoException;
  return code === 'ENOTFOUND' ? 'unknown host' : `the connection failed${code ? ` (${code})` : ''}`;
}
