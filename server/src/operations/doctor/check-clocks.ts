// The clock of this machine against those of the database and of OpenSearch. Leases and expiries compare their times.
import { attention, type Check, failed, ok } from './check.ts';

/** The service refuses to start beyond it. */
const MAX_SKEW_MS = 2000;

export const checkClocks: Check = async ({ inspection, cluster }) => {
  const skews: [of: string, skew_ms: number][] = [];
  if ('value' in inspection && inspection.value.engine === 'postgres')
    skews.push(['the database', inspection.value.skew_ms]);
  if (cluster && 'value' in cluster && cluster.value.skew_ms !== null)
    skews.push(['OpenSearch', cluster.value.skew_ms]);
  if (skews.length === 0) return null;
  const seen = skews.map(([of, skew_ms]) => `${(skew_ms / 1000).toFixed(1)} s from ${of}`).join(', ');
  const wrong = skews.filter(([, skew_ms]) => skew_ms > MAX_SKEW_MS);
  if (wrong.length === 0) return ok(`at most ${MAX_SKEW_MS / 1000} s apart: ${seen}`);
  const judge = wrong.some(([of]) => of === 'the database') ? failed : attention;
  return judge(seen, 'synchronise the machines by NTP');
};
