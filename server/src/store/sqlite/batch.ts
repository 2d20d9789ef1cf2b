// Messages between the store and its database threads. A message carries a batch of calls; a writer runs it as one transaction.
import type { StoreCalls } from '../store.ts';

export interface Call {
  name: keyof StoreCalls;
  input: unknown;
}

/** `fault` is SQLite's extended result code, if the error came from SQLite. */
export type Outcome = { value: unknown } | { error: Error; fault: number | undefined };

export interface ThreadData {
  folder: string;
  /** A writer opens one file; a reader opens all of them. */
  role: { writes: string } | 'reader' | 'background reader';
}
