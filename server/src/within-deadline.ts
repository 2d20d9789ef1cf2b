// A deadline for calls to the store that have none of their own.
import { AppError } from './app-error.ts';

/** Fails as unavailable if the call takes longer. The call itself goes on, so its outcome is unknown. */
export async function withinDeadline<T>(deadline_ms: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const cause = new Error(`no answer within ${deadline_ms} ms`);
    timer = setTimeout(() => reject(new AppError('store_unavailable', { cause })), deadline_ms);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
