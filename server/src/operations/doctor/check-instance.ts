// The server at HOST and PORT: whether it is ready, and how far its index is behind.
import { attention, type Check, ok } from './check.ts';

const DEADLINE_MS = 3000;
/** A change is searchable within a second or two. */
const MAX_LAG_S = 60;

interface Readiness {
  status?: string;
  degraded?: string[];
  waiting_for?: { part: string; step: string; progress: number | null }[];
}

export const checkInstance: Check = async ({ config, url, hasServer }) => {
  if (url === null) return ok('not asked, because PORT is 0');
  const answer = await ask(`${url}/readyz`);
  if (answer === null) {
    if (!hasServer()) return ok(`no server answers at ${url}, and none owns the data folder`);
    return attention(`a server owns the data folder, but none answers at ${url}`, 'look at its log, HOST and PORT');
  }
  const readiness = (await answer.json().catch(() => ({}))) as Readiness;
  if (readiness.status === undefined)
    return attention(`another program answers at ${url}`, 'set HOST and PORT to the address of the service');
  if (answer.status !== 200) return attention(`${url}: ${notReady(readiness)}`, 'wait, or look at its log');
  if (readiness.degraded && readiness.degraded.length > 0)
    return attention(`${url} is ready, but degraded: ${readiness.degraded.join(', ')}`, 'see docs/troubleshooting.md');
  const lag = await readLag(url, config.API_KEYS[0]);
  if (lag === null) return ok(`${url} is ready; its index lag was not read, because API_KEYS has no key for /metrics`);
  const seen = `${url} is ready; its index is behind by ${lag.changes} changes, ${lag.seconds.toFixed(1)} s`;
  if (lag.seconds <= Math.min(config.MAX_INDEX_LAG_S, MAX_LAG_S)) return ok(seen);
  return attention(seen, 'an import may be in progress; otherwise look at its log');
};

function notReady({ status, waiting_for = [] }: Readiness): string {
  const steps = waiting_for.map(({ part, step, progress }) => `${part} ${step} ${Math.floor((progress ?? 0) * 100)} %`);
  return [`not ready (${status})`, ...steps].join(', ');
}

/** From /metrics, which needs a key. */
async function readLag(url: string, key: string | undefined): Promise<{ changes: number; seconds: number } | null> {
  if (key === undefined) return null;
  const answer = await ask(`${url}/metrics`, { 'x-api-key': key });
  if (answer?.status !== 200) return null;
  const text = await answer.text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { changes: figure('finderfee_index_lag_changes'), seconds: figure('finderfee_index_lag_seconds') };
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<Response | null> {
  try {
    return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(DEADLINE_MS) });
  } catch {
    return null; // Nothing listens there, or something that does not speak HTTP.
  }
}
