// Classifies errors of PostgreSQL and of its connection. https://www.postgresql.org/docs/current/errcodes-appendix.html
import { AppError } from '../../app-error.ts';

/**
 * `repeat`: another transaction was in the way; the batch is run again. `unavailable`: the server or the connection
 * failed. `call`: a call of the batch is at fault; the others succeed without it.
 */
export type Fault = 'repeat' | 'unavailable' | 'call';

/** Serialisation failure, deadlock, lock timeout; a unique violation, because another process inserted the key first. */
const REPEATABLE = new Set(['40001', '40P01', '55P03', '23505']);
/**
 * Classes of the server: connection, resources, intervention by an operator, I/O, internal. A read-only standby and a
 * transaction that was idle for too long as well.
 */
const UNAVAILABLE = /^(?:08|53|57|58|F0|XX)|^25(?:006|P03)$/;

export function faultOf(error: unknown): Fault {
  const code = codeOf(error);
  // An error without an SQLSTATE is one of the socket or of the driver.
  if (!/^[0-9A-Z]{5}$/.test(code)) return 'unavailable';
  if (REPEATABLE.has(code)) return 'repeat';
  return UNAVAILABLE.test(code) ? 'unavailable' : 'call';
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

export const toAppError = (error: unknown, fault: Fault): AppError =>
  new AppError(fault === 'call' ? 'internal' : 'store_unavailable', { cause: error });
