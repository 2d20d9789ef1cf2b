// What a call can fail with: one class per kind, so that callers can tell them apart with `instanceof`.
import type { SearchRequest, ValidationFault } from './generated/schemas.ts';

// Names are spelled out, because bundlers shorten those of classes.

/** Base of every error of this package, except an aborted `signal`, whose reason is thrown as it is. */
export class FinderfeeError extends Error {
  override readonly name: string = 'FinderfeeError';
  /** HTTP status. Undefined if there was no answer. */
  readonly status: number | undefined;
  /** Find the request in the logs of the service by this id. */
  readonly requestId: string | undefined;
  /** Whether the same request may succeed in a moment. Idempotent calls are then retried. */
  readonly isRetryable: boolean = false;

  constructor(message: string, origin: { status?: number; requestId?: string; cause?: unknown } = {}) {
    super(message, origin.cause === undefined ? {} : { cause: origin.cause });
    this.status = origin.status;
    this.requestId = origin.requestId;
  }
}

/** No answer: the connection was refused, broken or cut off. */
export class ConnectionError extends FinderfeeError {
  override readonly name: string = 'ConnectionError';
  override readonly isRetryable: boolean = true;
}

/** No complete answer within `timeoutMs`. It is not retried: the caller has waited long enough. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError';
  override readonly isRetryable = false;
}

export interface ErrorAnswer {
  status: number;
  requestId: string;
  /** `detail` of the body, or the body if it is not JSON. */
  detail: unknown;
  /** Whether the service itself answered, rather than a proxy in front of it. */
  isOwn: boolean;
  /** From `Retry-After`. */
  retryAfterMs?: number;
}

const RETRIED = [429, 502, 503, 504];

/** The service answered with an error. Kinds without a class of their own are of this class. */
export class ApiError extends FinderfeeError {
  override readonly name: string = 'ApiError';
  declare readonly status: number;
  /** When a retry may succeed. Undefined if the service does not say. */
  readonly retryAfterMs: number | undefined;
  override readonly isRetryable: boolean;

  constructor(answer: ErrorAnswer) {
    const { detail, status, retryAfterMs, isOwn } = answer;
    super(typeof detail === 'string' && detail !== '' ? detail : `The service answered ${status}`, answer);
    this.retryAfterMs = retryAfterMs;
    // The service sends Retry-After with every error that passes.
    this.isRetryable = RETRIED.includes(status) && (retryAfterMs !== undefined || !isOwn);
  }
}

/** 401, 403: the key is missing or unknown, or lacks the scope. */
export class AuthenticationError extends ApiError {
  override readonly name: string = 'AuthenticationError';
}

/** 404. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError';
}

/** 409: it exists already, or with other data. */
export class ConflictError extends ApiError {
  override readonly name: string = 'ConflictError';
}

/** 410: a slug, cursor or ranking session has expired. */
export class GoneError extends ApiError {
  override readonly name: string = 'GoneError';
}

/** 410 of a search: start it again with `query`. */
export class ResultSetExpiredError extends GoneError {
  override readonly name: string = 'ResultSetExpiredError';
  /** What was searched for. */
  readonly query: SearchRequest;

  constructor({ status, requestId = '', message }: GoneError, query: SearchRequest) {
    super({ status, requestId, detail: message, isOwn: true });
    this.query = query;
  }
}

/** 416: the page or position is beyond the last one. */
export class OutOfRangeError extends ApiError {
  override readonly name: string = 'OutOfRangeError';
}

/** 422: the request is not valid. */
export class ValidationError extends ApiError {
  override readonly name: string = 'ValidationError';
  /** Every fault with its location. */
  readonly faults: ValidationFault[];

  constructor(answer: ErrorAnswer) {
    const faults = Array.isArray(answer.detail) ? (answer.detail as ValidationFault[]) : [];
    super({ ...answer, detail: faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') || answer.detail });
    this.faults = faults;
  }
}

/** 429. */
export class RateLimitError extends ApiError {
  override readonly name: string = 'RateLimitError';
}

/** 502, 503, 504: the service is busy, starting, switched off, or not reachable behind its proxy. */
export class UnavailableError extends ApiError {
  override readonly name: string = 'UnavailableError';
}

const CLASSES: Record<number, typeof ApiError> = {
  401: AuthenticationError,
  403: AuthenticationError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  416: OutOfRangeError,
  422: ValidationError,
  429: RateLimitError,
  502: UnavailableError,
  503: UnavailableError,
  504: UnavailableError,
};

export const errorOf = (answer: ErrorAnswer): ApiError => new (CLASSES[answer.status] ?? ApiError)(answer);
