// The store: which engine, whether it answers, and what waits for it. Read from the metrics of this instance.
import { api } from '../../api.ts';
import { Chip } from '../../ui/chip.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { bytes, number } from '../../ui/format.ts';
import { Card, Facts } from '../../ui/section.tsx';
import { useResource } from '../../use-resource.ts';

const REFRESH_MS = 10_000;

/** The values of a metric, in the text format of Prometheus. */
const valuesOf = (metrics: string, name: string): number[] =>
  [...metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value));

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export function StoreState() {
  const { data, error, reload, isLoading } = useResource((options) => api.service.metrics(options), [], {
    refreshMs: REFRESH_MS,
  });
  return (
    <Card title="Store">
      <ErrorBox error={error} retry={reload} />
      <div aria-busy={isLoading}>{data !== undefined && <Facts of={factsOf(data)} />}</div>
    </Card>
  );
}

function factsOf(metrics: string) {
  const [isUp] = valuesOf(metrics, 'finderfee_database_up');
  const [instances] = valuesOf(metrics, 'finderfee_live_instances');
  const [free] = valuesOf(metrics, 'finderfee_free_disk_bytes');
  const open = valuesOf(metrics, 'finderfee_store_connections_open');
  return {
    State: isUp ? <Chip tone="good">answers</Chip> : <Chip tone="bad">does not answer</Chip>,
    Engine: open.length > 0 ? `PostgreSQL, ${number(sumOf(open))} connections` : 'SQLite',
    'Calls waiting': number(sumOf(valuesOf(metrics, 'finderfee_store_calls_waiting'))),
    Instances: number(instances),
    'Free disk': bytes(free),
  };
}
