// The messages between the store's handle and its database threads: many calls a message, one transaction a message.
import type { StoreCalls } from '../port.ts';

export interface Call {
  name: keyof StoreCalls;
  input: unknown;
}

/** `fault` is SQLite's own error code, where it was SQLite that failed. */
export type Outcome = { value: unknown } | { error: Error; fault: number | undefined };

export interface ThreadData {
  folder: string;
  /** A writer owns one file; a reader reads all. */
  role: { writes: string } | 'reader' | 'background reader';
}
