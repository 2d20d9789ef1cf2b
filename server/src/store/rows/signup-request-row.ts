// Signup requests as rows.
import { flag, number, type Row, text } from '../columns.ts';
import type { SignupRequest } from '../rules/signup-effect.ts';

/** A request, and whose signup to which program it is for. */
export interface StoredSignupRequest extends SignupRequest {
  program: string;
  person_no: number;
  convo_id: string;
}

export const toSignupRequest = (row: Row): StoredSignupRequest => ({
  program: text(row, 'program'),
  person_no: number(row, 'person_no'),
  convo_id: text(row, 'convo_id'),
  may_replace: flag(row, 'may_replace'),
  received_at_ms: number(row, 'received_at_ms'),
});
