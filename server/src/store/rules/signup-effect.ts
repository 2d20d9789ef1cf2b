// Decides what the job of a signup request does: the first request per person and program becomes the signup, and a
// privileged later one replaces its data.
import type { SignupWrite } from '../ledger-store.ts';

export interface SignupRequest extends Pick<SignupWrite, 'may_replace'> {
  received_at_ms: number;
}

/**
 * `signup` is the existing signup of the person and program, with the time of the request that its data is from; null if
 * that request was purged. Jobs may run out of order: the data of the latest request wins.
 */
export function signupEffect(
  { may_replace, received_at_ms }: SignupRequest,
  signup: { data_received_at_ms: number | null } | undefined,
): 'insert' | 'replace_data' | 'none' {
  if (!signup) return 'insert';
  const { data_received_at_ms } = signup;
  const isLatest = data_received_at_ms !== null && received_at_ms >= data_received_at_ms;
  return may_replace && isLatest ? 'replace_data' : 'none';
}
