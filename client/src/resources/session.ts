// Who the calls act as. In a page of the service, a session in a cookie takes the place of the key.
import { createSession, deleteSession, getSession } from '../generated/operations.ts';
import type { ConsoleSession } from '../generated/schemas.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Session extends Resource {
  /** Exchanges a key for a session in a cookie. */
  create(key: string, options?: CallOptions): Promise<ConsoleSession> {
    return this.transport.call(createSession, { body: { key } }, options);
  }

  /** The name and scopes of the key or session. */
  get(options?: CallOptions): Promise<ConsoleSession> {
    return this.transport.call(getSession, {}, options);
  }

  delete(options?: CallOptions): Promise<void> {
    return this.transport.call(deleteSession, {}, options);
  }
}
