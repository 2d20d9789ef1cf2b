// Folds what facts have logged into the cells of the funnel report, within a second.
import { BackgroundLoop } from '../background-loop.ts';
import type { ReportStore } from '../store/report-store.ts';

const REST_MS = 500;
const RETRY_MS = { first: 1000, longest: 30_000 };
/** Changes per step: a few milliseconds of writer time. */
const BATCH = 500;

interface FolderDeps {
  store: Pick<ReportStore, 'foldFunnel'>;
  /** Changes folded since the start, by report. */
  folded: Record<string, number>;
}

export function createFunnelFolder({ store, folded }: FolderDeps, onFault: (error: unknown) => void): BackgroundLoop {
  const run = async (): Promise<boolean> => {
    const count = await store.foldFunnel({ limit: BATCH });
    folded.funnel = (folded.funnel ?? 0) + count;
    return count === BATCH;
  };
  return new BackgroundLoop({
    ...{ run, rest_ms: REST_MS, retry_ms: RETRY_MS.first, max_retry_ms: RETRY_MS.longest, onFault },
  });
}
