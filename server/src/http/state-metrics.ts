// Metrics that are read from the parts of the service when they are scraped.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import type { PoolFigures, QueueFigures } from '../store/store-figures.ts';
import { VERSION } from '../version.ts';

/** A scrape by every monitor must not cost queries that grow with the number of feeds and jobs. */
const CACHE_MS = 5000;

export type MetricsDeps = Pick<
  Deps,
  | 'store'
  | 'clock'
  | 'index'
  | 'purged'
  | 'attributedClicks'
  | 'folded'
  | 'webhookAttempts'
  | 'disk'
  | 'instances'
  | 'leases'
  | 'clockWatcher'
  | 'indexLag'
  | 'isDatabaseAway'
  | 'isIndexAway'
>;

type Values = Record<string, number>;

/** Metrics that are read when they are scraped. A gauge has one value, or one per value of a label. */
const metricsOf = (register: Registry) => ({
  gauge: (name: string, help: string, label: string | null, read: () => number | Values | Promise<Values>) =>
    new Gauge({
      ...{ name: `finderfee_${name}`, help, labelNames: label === null ? [] : [label], registers: [register] },
      async collect() {
        const values = await read();
        if (typeof values === 'number') return this.set(values);
        for (const [value, figure] of Object.entries(values)) this.set({ [label!]: value }, figure);
      },
    }),
  counter: (name: string, help: string, label: string, read: () => Values) =>
    new Counter({
      ...{ name: `finderfee_${name}_total`, help, labelNames: [label], registers: [register] },
      collect() {
        this.reset();
        for (const [value, figure] of Object.entries(read())) this.inc({ [label]: value }, figure);
      },
    }),
});

export function registerStateMetrics(register: Registry, deps: MetricsDeps): void {
  const { gauge, counter } = metricsOf(register);
  registerInstance(register, deps);
  counter('purged_rows', 'Rows deleted after their retention period, by class', 'class', () => deps.purged);
  const clicksHelp = 'Clicks passed to the search report: the first of their search, and others';
  counter('search_clicks', clicksHelp, 'outcome', () => deps.attributedClicks);
  counter('folded_changes', 'Changes folded into the counts of reports', 'report', () => deps.folded);
  const { store, index, disk, instances, leases, indexLag, isDatabaseAway, isIndexAway } = deps;
  const skewHelp = 'How far the clock of the database is ahead of this machine, as far as the round trip shows';
  gauge('clock_skew_seconds', skewHelp, null, () => deps.clockWatcher.skew_s);
  gauge('live_instances', 'Instances that share the store, seen in the last ten seconds', null, () => instances.count);
  gauge('lease_held', 'Leases: 1 if this instance does the work for all', 'lease', () => flagsOf(leases.held()));
  gauge('database_up', '0 while the store does not answer', null, () => Number(!isDatabaseAway()));
  const queues = (figure: keyof QueueFigures) => () => column(store.figures().queues, figure);
  gauge('store_calls_waiting', 'Store calls waiting or in progress, by queue', 'queue', queues('waiting'));
  counter('store_calls', 'Store calls run, by queue', 'queue', queues('calls'));
  counter('store_batches', 'Batches that these calls ran in, by queue', 'queue', queues('batches'));
  const batchHelp = 'Time that these batches took, commits included, by queue';
  counter('store_batch_seconds', batchHelp, 'queue', queues('batches_s'));
  const pools = (figure: keyof PoolFigures) => () => column(store.figures().pools, figure);
  gauge('store_connections_open', 'Connections to the database, by pool', 'pool', pools('open'));
  gauge('store_connections_busy', 'Connections that run a statement, by pool', 'pool', pools('busy'));
  gauge('store_connections_max', 'The most connections that a pool opens', 'pool', pools('max'));
  const diskHelp = 'Free space on the disk of DATA_DIR; below MIN_FREE_DISK_MB, writes are rejected';
  gauge('free_disk_bytes', diskHelp, null, () => disk.free_bytes);
  const jobsHelp = 'Jobs by state; dead jobs need an operator: finderfee jobs list --state dead';
  gauge(
    'jobs',
    jobsHelp,
    'state',
    cached(() => store.countJobs({})),
  );
  const feedsHelp = 'Registered feeds: good (the last run succeeded), failing and paused';
  gauge(
    'feeds',
    feedsHelp,
    'state',
    cached(() => countFeeds(deps)),
  );
  registerWebhooks(register, deps);
  gauge('index_up', '0 while OpenSearch does not answer, or its index is lost', null, () => Number(!isIndexAway()));
  const indexHelp =
    'Products, products not yet used for word vectors, searches waiting or running, running, and how many may run at once';
  gauge('index', indexHelp, 'figure', () => ({ ...index.figures() }));
  gauge('index_lag_changes', 'Changes of the catalogue that are not searchable yet', null, () => indexLag().changes);
  const lagHelp = 'Time since every change of the catalogue was searchable; 0 if none is outstanding';
  gauge('index_lag_seconds', lagHelp, null, () => indexLag().seconds);
}

function registerWebhooks(register: Registry, { store, clock, webhookAttempts }: MetricsDeps): void {
  const { gauge, counter } = metricsOf(register);
  const attemptsHelp = 'Attempts to deliver an event: succeeded (2xx), refused (another status) and unanswered';
  counter('webhook_attempts', attemptsHelp, 'outcome', () => webhookAttempts);
  const counts = cached(async () => {
    const { disabled_webhooks: disabled, ...deliveries } = await store.countDeliveries({ now_ms: clock.now_ms() });
    return { ...deliveries, disabled };
  });
  const pick = async (...names: string[]) => {
    const known = Object.entries(await counts());
    return Object.fromEntries(known.filter(([name]) => names.includes(name)));
  };
  const deliveriesHelp = 'Deliveries that wait for an attempt, and those of them that are overdue';
  gauge('webhook_deliveries', deliveriesHelp, 'state', () => pick('waiting', 'overdue'));
  gauge('webhooks', 'Webhooks that the service has disabled: see finderfee webhooks list', 'state', () =>
    pick('disabled'),
  );
}

const column = <F extends string>(rows: Record<string, Record<F, number>>, figure: F): Values =>
  Object.fromEntries(Object.entries(rows).map(([name, figures]) => [name, figures[figure]]));

const flagsOf = (held: Record<string, boolean>): Values =>
  Object.fromEntries(Object.entries(held).map(([name, isHeld]) => [name, Number(isHeld)]));

function registerInstance(register: Registry, { instances }: MetricsDeps): void {
  new Gauge({
    name: 'finderfee_instance_info',
    help: 'The name and version of this instance; always 1',
    labelNames: ['name', 'version'],
    registers: [register],
  }).set({ name: instances.id, version: VERSION }, 1);
}

async function countFeeds({ store }: MetricsDeps): Promise<Values> {
  const counts = { good: 0, failing: 0, paused: 0 };
  for (const { is_paused, failures } of await store.listFeeds({}))
    counts[is_paused ? 'paused' : failures > 0 ? 'failing' : 'good']++;
  return counts;
}

/** Reads at most once in a while. A store failure must not hide the other metrics. */
function cached(read: () => Promise<Values>): () => Promise<Values> {
  let values: Promise<Values> = Promise.resolve({});
  let read_ms = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() >= read_ms + CACHE_MS) {
      read_ms = performance.now();
      values = read().catch(() => ({}));
    }
    return values;
  };
}
