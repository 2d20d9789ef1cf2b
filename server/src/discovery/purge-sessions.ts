import type { StoreDeps } from '../deps.ts';

const EVERY_MS = 30_000;
const BATCH = 500;

/** Removes expired sessions now and then, so that their file stays as large as the live ones need. */
export function startPurging({ store, clock }: StoreDeps, onFault: (error: unknown) => void): () => void {
  const purge = async () => {
    while ((await store.purgeRankingSessions({ now_ms: clock.now_ms(), limit: BATCH })) === BATCH);
  };
  const timer = setInterval(() => purge().catch(onFault), EVERY_MS).unref();
  return () => clearInterval(timer);
}
