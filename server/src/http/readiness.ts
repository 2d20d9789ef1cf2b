// GET /readyz: ready, or what the service is waiting for.
import type { ReplyBody } from '@finderfee/contract/endpoints.ts';
import { ERRORS } from '@finderfee/contract/errors.ts';
import type { IndexWork } from '../discovery/index-manager.ts';
import { CustomReply } from './custom-reply.ts';
import type { RouteDeps } from './route-deps.ts';

type Readiness = ReplyBody<'readyz'>;

export function readiness(deps: RouteDeps): Readiness | CustomReply<Readiness> {
  const unready = statusOf(deps);
  if (unready === null) return { status: 'ready', degraded: degradedParts(deps) };
  const { status, retry_after_s } = ERRORS.not_ready;
  const detail = unready === 'lagging' ? 'The search index is behind the catalogue' : ERRORS.not_ready.detail;
  const work = unready === 'stopping' ? null : deps.indexWork();
  return new CustomReply(
    { status: unready, detail, waiting_for: work ? [waitingFor(work)] : [] },
    { 'retry-after': String(retry_after_s) },
    status,
  );
}

/** Null if ready. A load balancer must not remove all instances because of what no instance can help. */
function statusOf(deps: RouteDeps): 'starting' | 'stopping' | 'lagging' | null {
  if (deps.isStopping()) return 'stopping';
  const { isDatabaseAway, isIndexAway } = deps;
  if (!deps.isIndexReady() && !isIndexAway()) return 'starting';
  return !isDatabaseAway() && !isIndexAway() && deps.indexLag().seconds > deps.max_index_lag_s ? 'lagging' : null;
}

const degradedParts = ({ isDatabaseAway, isIndexAway, disk }: RouteDeps) => [
  ...(isDatabaseAway() ? ['database' as const] : []),
  ...(isIndexAway() ? ['index' as const] : []),
  ...(disk.isLow ? ['disk' as const] : []),
];

/** To a caller, an index that is rebuilt or updated is being filled. */
const waitingFor = ({ step, progress }: IndexWork) => ({
  part: 'index' as const,
  step: step === 'rebuilding' || step === 'updating' ? ('filling' as const) : step,
  progress: progress && Math.floor(progress * 100) / 100,
});
