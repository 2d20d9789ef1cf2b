// GET /readyz: ready, or what the service is waiting for.
import { ERRORS } from '@finderfee/contract/errors.ts';
import { Answer } from './answer.ts';
import type { RouteDeps } from './route-deps.ts';

export function readiness({ isStopping, isIndexReady, indexWork, disk }: RouteDeps) {
  if (!isStopping() && isIndexReady()) return { status: 'ready', degraded: disk.isLow ? ['disk'] : [] };
  const { status, detail, retry_after_s } = ERRORS.not_ready;
  const work = isStopping() ? null : indexWork();
  const waiting_for = work ? [{ part: 'index', step: work.step, progress: rounded(work.progress) }] : [];
  return new Answer(
    { status: isStopping() ? 'stopping' : 'starting', detail, waiting_for },
    { 'retry-after': String(retry_after_s) },
    status,
  );
}

const rounded = (progress: number | null) => progress && Math.floor(progress * 100) / 100;
