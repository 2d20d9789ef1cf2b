// The error that verbs throw: a code of the error catalogue, with a cause that is only logged.
import type { Scope } from '@finderfee/contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '@finderfee/contract/errors.ts';

export class AppError extends Error {
  readonly code: ErrorCode;
  /** The catalogue's sentence, unless a more specific one is given. */
  readonly detail: string;

  constructor(code: ErrorCode, options: { cause?: unknown; detail?: string } = {}) {
    // Under overload errors are frequent, and a stack trace is a fifth of their cost. A cause has its own trace.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code, options.cause === undefined ? {} : { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.detail = options.detail ?? ERRORS[code].detail;
  }
}

export const lacksScope = (scope: Scope) =>
  new AppError('lacks_scope', { detail: `This key lacks the scope '${scope}'` });
