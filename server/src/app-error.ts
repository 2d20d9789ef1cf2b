// The one error that verbs throw: a code of the catalogue, with a cause that only the log sees.
import { ERRORS, type ErrorCode } from '@finderfee/contract/errors.ts';

export class AppError extends Error {
  readonly code: ErrorCode;
  /** Said instead of the catalogue's sentence, where the caller needs to know which one. */
  readonly detail: string;

  constructor(code: ErrorCode, options: { cause?: unknown; detail?: string } = {}) {
    // Refusals are frequent under overload and a stack trace is a fifth of their cost. A cause has its own.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(code, options.cause === undefined ? {} : { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.detail = options.detail ?? ERRORS[code].detail;
  }
}
