// Goal 24: restarting the instances of a cluster one after the other under load fails no request.
import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from '../support/cluster.ts';
import { clickOf, offerOf, readLedger } from '../support/ledger-facts.ts';
import { until } from '../support/until.ts';
import type { Fault, Outcome, Round } from './fault.ts';

const CLIENTS = 8;
/** Longer than the load balancer takes to notice that an instance is not ready. */
const SHUTDOWN_DELAY_S = 1;

async function run({ count }: Round): Promise<Outcome> {
  const cluster = await Cluster.start({ SHUTDOWN_DELAY_S: String(SHUTDOWN_DELAY_S) });
  const acknowledged = new Set<string>();
  const failed = new Map<string, number>();
  let isOver = false;
  const client = async (name: string) => {
    for (let n = 0; !isOver; n++) {
      const id = `${name}-${n}`;
      const sends = [
        () => cluster.post('/offers/single', offerOf(id)),
        () => cluster.post(`/clickthrough/${clickOf(id).convo_id}`, clickOf(id)),
        () => cluster.post('/v1/discovery/products/search', { query: 'kettle' }),
      ];
      for (const send of sends) {
        const response = await send();
        await response.text();
        if (!response.ok) failed.set(`${response.status}`, (failed.get(`${response.status}`) ?? 0) + 1);
      }
      acknowledged.add(id);
    }
  };
  try {
    const clients = Array.from({ length: CLIENTS }, (_, n) => client(String(n)));
    for (let restart = 0; restart < count; restart++) {
      const before = acknowledged.size;
      await until(() => acknowledged.size > before + CLIENTS);
      const instance = cluster.instances[restart % cluster.instances.length]!;
      await instance.signal('SIGTERM');
      await instance.begin();
      await instance.ready();
      // Until the load balancer sends requests to it again.
      await sleep(300);
    }
    isOver = true;
    await Promise.all(clients);
    const { clicks } = await readLedger(cluster.data);
    const stored = new Set(clicks);
    const lost = [...acknowledged].filter((id) => !stored.has(id)).length;
    const requests_failed = [...failed.values()].reduce((sum, n) => sum + n, 0);
    const violations = [...failed].map(([status, n]) => `${n} requests were answered with ${status}`);
    if (lost > 0) violations.push(`${lost} clicks were lost`);
    return { figures: { restarts: count, requests: acknowledged.size * 3, requests_failed, lost }, violations };
  } finally {
    isOver = true;
    await cluster.remove();
  }
}

export const rollingRestarts: Fault = {
  goal: 24,
  promise: 'restarting the instances of a cluster one after the other under load fails no request',
  round_size: 3,
  torture_size: 20,
  run,
};
