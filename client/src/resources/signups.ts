// Signups: registrations for a rewards program.
import { recordSignup } from '../generated/operations.ts';
import type { MessageAck, SignupRequest } from '../generated/schemas.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Signups extends Resource {
  /** Records a signup. There is one per program and email. */
  record(convoId: string, signup: SignupRequest, options?: CallOptions): Promise<MessageAck> {
    return this.transport.call(recordSignup, { params: { convo_id: convoId }, body: signup }, options);
  }
}
