// Records what operators change, for every endpoint alike.
import { type Endpoint, isAudited } from '@finderfee/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@finderfee/contract/endpoints.ts';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { AuditStore } from '../store/audit-store.ts';
import { maskSecrets } from '../text/mask.ts';

interface AuditDeps {
  store: Pick<AuditStore, 'recordAction'>;
  clock: Clock;
}

interface Change {
  name: EndpointName;
  params: object | undefined;
  reply: unknown;
}

/** After the change. It stands even if it cannot be recorded: a caller who tried again would make it twice. */
export async function recordChange(
  { store, clock }: AuditDeps,
  request: FastifyRequest,
  { name, params, reply }: Change,
): Promise<void> {
  const endpoint: Endpoint = endpoints[name];
  const { key } = request.caller;
  if (!isAudited(endpoint) || !key || request.method === 'HEAD') return;
  const subject = subjectOf(params, reply);
  const entry = {
    ...{ at_ms: clock.now_ms(), key_id: key.id, key_name: maskSecrets(key.name), action: name, request_id: request.id },
    subject: subject === null ? null : maskSecrets(subject),
  };
  try {
    await store.recordAction(entry);
  } catch (error) {
    request.log.error({ err: error, ...entry }, 'a change is missing in the audit log');
  }
}

/** The ids in the path, or the id or name of something new. */
function subjectOf(params: object | undefined, reply: unknown): string | null {
  const ids = Object.values(params ?? {});
  if (ids.length > 0) return ids.join('/');
  const { id, name } = (typeof reply === 'object' && reply !== null ? reply : {}) as { id?: unknown; name?: unknown };
  const subject = id ?? name;
  return subject === undefined ? null : String(subject);
}
