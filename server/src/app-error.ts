// The one error that verbs throw: a code of the catalogue, with a cause that only the log sees.
import { ERRORS, type ErrorCode } from '@finderfee/contract/errors.ts';

export class AppError extends Error {
  readonly code: ErrorCode;
  /** Said instead of the catalogue's sentence, where the caller needs to know which one. */
  readonly detail: string;

  constructor(code: ErrorCode, options: { cause?: unknown; detail?: string } = {}) {
    super(code, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.detail = options.detail ?? ERRORS[code].detail;
  }
}
