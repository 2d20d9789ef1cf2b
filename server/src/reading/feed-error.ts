/** A feed that cannot be imported. The message is for the operator; the service itself works. */
export class FeedError extends Error {}

const READ_FAULTS = /^(?:ENOENT|ENOTDIR|ENAMETOOLONG|ELOOP|EACCES|EPERM|EIO|Z_\w+)$/;

/** The message of an error caused by the feed; undefined for other errors. */
export function feedErrorMessage(error: unknown): string | undefined {
  if (error instanceof FeedError) return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return READ_FAULTS.test(code) ? `cannot be read: ${message}` : undefined;
}
