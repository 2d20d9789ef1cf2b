/** A feed that cannot be imported, said for the operator: no fault of the service. */
export class FeedError extends Error {}

const READ_FAULTS = /^(?:ENOENT|ENOTDIR|ENAMETOOLONG|ELOOP|EACCES|EPERM|EIO|Z_\w+)$/;

/** What went wrong with a feed, for people; undefined when it is no fault of the feed's. */
export function feedFault(error: unknown): string | undefined {
  if (error instanceof FeedError) return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return READ_FAULTS.test(code) ? `it cannot be read: ${message}` : undefined;
}
