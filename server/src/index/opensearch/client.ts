// HTTP to a cluster of OpenSearch: several nodes, one deadline per request, and another node if one fails.
import { Agent } from 'undici';
import { AppError } from '../../app-error.ts';
import { maskSecrets } from '../../text/mask.ts';

/** Default of `deadline_ms`. */
export const DEADLINE_MS = 2000;
/** A node that failed is tried last for this long. */
const SUSPICION_MS = 5000;
const MAX_ATTEMPTS = 3;
/** A multiple of what a search or a lexicon part needs; OpenSearch limits requests to the same size. */
const MAX_ANSWER_BYTES = 100 * 1024 * 1024;
const MAX_CONNECTIONS_PER_NODE = 128;
const MAX_REASON_CHARACTERS = 300;
/** The node, or a proxy in front of it, cannot serve at the moment. Another node may. */
const UNAVAILABLE = new Set([502, 503, 504]);

/** Can be sent to a thread. */
export interface ClientOptions {
  /** URLs without credentials. */
  nodes: readonly string[];
  /** Value of the Authorization header. */
  authorization?: string;
  /** PEM of the certificate authorities to trust, instead of those that Node brings. */
  ca?: string;
  /** From the start of a search to its result, and of requests without a deadline of their own. */
  deadline_ms?: number;
}

export interface OpenSearchRequest {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  path: string;
  /** JSON, or lines of JSON. */
  body?: string | Buffer;
  /** For all attempts together. */
  deadline_ms?: number;
  signal?: AbortSignal;
}

interface Node {
  origin: string;
  /** Path of its URL, for a cluster behind a proxy. */
  prefix: string;
  /** 0 while it answers. */
  suspect_until_ms: number;
}

interface ErrorBody {
  error?: string | (ErrorCause & { root_cause?: { reason?: string }[] });
}

interface ErrorCause {
  type?: string;
  reason?: string;
  caused_by?: ErrorCause;
}

/** Repeats a request on another node without knowing whether the first one took effect: writes must carry external
 * versions, or compare sequence numbers, so that repeating them is safe. */
export class OpenSearchClient {
  readonly deadline_ms: number;
  readonly #nodes: readonly Node[];
  readonly #agent: Agent;
  readonly #headers: Record<string, string>;
  #next = 0;

  constructor({ nodes, authorization, ca, deadline_ms = DEADLINE_MS }: ClientOptions) {
    this.deadline_ms = deadline_ms;
    this.#nodes = nodes.map((url) => {
      const { origin, pathname } = new URL(url);
      return { origin, prefix: pathname.replace(/\/+$/, ''), suspect_until_ms: 0 };
    });
    this.#headers = {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    };
    this.#agent = new Agent({
      connections: MAX_CONNECTIONS_PER_NODE,
      maxResponseSize: MAX_ANSWER_BYTES,
      allowH2: false,
      // Each request has its own deadline, so undici needs no timeouts.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: ca === undefined ? {} : { ca },
    });
  }

  /** The answer of the first node that answers, undefined for HEAD. Rejects with `OpenSearchError` if OpenSearch refuses
   * the request, and with `search_unavailable` if no node answers within the deadline. */
  async request<T>(request: OpenSearchRequest): Promise<T> {
    const end_ms = performance.now() + (request.deadline_ms ?? this.deadline_ms);
    const failures: string[] = [];
    const nodes = this.#nodesInOrder();
    for (const [i, node] of nodes.entries()) {
      const rest_ms = end_ms - performance.now();
      if (rest_ms <= 0) break;
      // A node that hangs leaves half of the time to the next one.
      const limit_ms = nodes[i + 1] && nodes[i + 1] !== node ? rest_ms / 2 : rest_ms;
      try {
        const answer = await this.#ask(node, request, limit_ms);
        node.suspect_until_ms = 0;
        return answer as T;
      } catch (error) {
        request.signal?.throwIfAborted();
        if (error instanceof OpenSearchError && !UNAVAILABLE.has(error.status)) {
          node.suspect_until_ms = 0;
          throw error;
        }
        node.suspect_until_ms = performance.now() + SUSPICION_MS;
        failures.push(`${node.origin}: ${reasonOf(error)}`);
      }
    }
    throw new AppError('search_unavailable', { cause: new Error(failures.join('; ')) });
  }

  /** Requests in flight fail. */
  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** Round robin, suspects last. A single node is tried twice, because an idle connection may have been closed. */
  #nodesInOrder(): Node[] {
    const now_ms = performance.now();
    const first = this.#next++ % this.#nodes.length;
    const rotated = [...this.#nodes.slice(first), ...this.#nodes.slice(0, first)];
    const isSuspect = (node: Node) => node.suspect_until_ms > now_ms;
    const order = [...rotated.filter((node) => !isSuspect(node)), ...rotated.filter(isSuspect)];
    const chosen = order[0]!;
    // The time of a suspect is up: this request tries it, and others wait for the outcome.
    if (chosen.suspect_until_ms > 0) chosen.suspect_until_ms = now_ms + SUSPICION_MS;
    return order.length === 1 ? [chosen, chosen] : order.slice(0, MAX_ATTEMPTS);
  }

  async #ask({ origin, prefix }: Node, request: OpenSearchRequest, limit_ms: number): Promise<unknown> {
    const timeout = AbortSignal.timeout(Math.ceil(limit_ms));
    const { statusCode, body } = await this.#agent.request({
      origin,
      path: prefix + request.path,
      method: request.method,
      headers: this.#headers,
      body: request.body ?? null,
      signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
    });
    const text = await body.text();
    if (statusCode >= 300) throw new OpenSearchError(statusCode, text);
    return request.method === 'HEAD' ? undefined : JSON.parse(text);
  }
}

/** OpenSearch answered, and refused the request. */
export class OpenSearchError extends Error {
  readonly status: number;
  /** OpenSearch's name of the error, like `index_not_found_exception`; empty if the answer has none. */
  readonly type: string;
  /** The name of the innermost error that it was caused by; `type` if there is none. */
  readonly root_type: string;

  /** Reads the body of an answer, which need not be OpenSearch's: a proxy answers with a page. */
  constructor(status: number, body: string) {
    const { type, root_type, reason } = readError(body);
    super(['OpenSearch answered', status, root_type, loggableReason(reason)].join(' ').trim());
    this.status = status;
    this.type = type;
    this.root_type = root_type;
  }
}

/** OpenSearch quotes values of documents and queries. */
export const loggableReason = (reason: string): string => maskSecrets(reason.slice(0, MAX_REASON_CHARACTERS));

function readError(body: string): { type: string; root_type: string; reason: string } {
  const { error } = parse(body) ?? {};
  if (typeof error !== 'object' || error === null) return { type: '', root_type: '', reason: String(error ?? '') };
  // A search's own reason is "all shards failed"; the root cause says why.
  const reason = String(error.root_cause?.[0]?.reason ?? error.reason ?? '');
  const type = String(error.type ?? '');
  let root: ErrorCause = error;
  while (root.caused_by) root = root.caused_by;
  return { type, root_type: String(root.type ?? type), reason };
}

function parse(body: string): ErrorBody | null {
  try {
    return JSON.parse(body) as ErrorBody | null;
  } catch {
    return null; // A page of a proxy: its status says enough.
  }
}

/** Messages of a failed connection name at most host and port. Those of a parser quote the answer, so they are dropped. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  const { message, code } = error as Error & { code?: string | number };
  return message || String(code);
}
