// GET /readyz: ready, or what the service is waiting for.
import type { ReplyBody } from '@finderfee/contract/endpoints.ts';
import { ERRORS } from '@finderfee/contract/errors.ts';
import type { IndexWork } from '../discovery/index-manager.ts';
import { CustomReply } from './custom-reply.ts';
import type { RouteDeps } from './route-deps.ts';

type Readiness = ReplyBody<'readyz'>;

export function readiness({
  isStopping,
  isIndexReady,
  indexWork,
  disk,
}: RouteDeps): Readiness | CustomReply<Readiness> {
  if (!isStopping() && isIndexReady()) return { status: 'ready', degraded: disk.isLow ? ['disk'] : [] };
  const { status, detail, retry_after_s } = ERRORS.not_ready;
  const work = isStopping() ? null : indexWork();
  return new CustomReply(
    { status: isStopping() ? 'stopping' : 'starting', detail, waiting_for: work ? [waitingFor(work)] : [] },
    { 'retry-after': String(retry_after_s) },
    status,
  );
}

/** An index is rebuilt or updated only once it is ready, so the contract does not have these steps. */
const waitingFor = ({ step, progress }: IndexWork) => ({
  part: 'index' as const,
  step: step === 'rebuilding' || step === 'updating' ? ('filling' as const) : step,
  progress: progress && Math.floor(progress * 100) / 100,
});
