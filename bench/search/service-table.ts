// The results tables of the service over HTTP, and of the figures that have a limit.
import { percentile } from '../percentile.ts';
import { type EngineFigures, LIMITS, SEARCHES } from './figures.ts';
import { CONNECTIONS, type HttpFigures, type ServiceFigures } from './service.ts';

const ms = (value: number) => `${value.toFixed(2)} ms`;

/** Wall-clock time includes waiting for a CPU that the search threads and the load generator use. */
const blockOf = ({ lag_ms, work_ms }: HttpFigures) => `${ms(work_ms!)} CPU, ${ms(lag_ms!)} wall clock`;

export function printHttp(figures: Record<string, HttpFigures> & { finderfee: HttpFigures }): void {
  const ours = figures.finderfee;
  const rows = Object.entries(figures).map(([name, of]) => [
    name,
    {
      'requests/s': Math.round(of.per_second),
      p50: ms(of.p50),
      p95: ms(of.p95),
      p99: ms(of.p99),
      'longest event-loop block': of.lag_ms === undefined ? '' : blockOf(of),
      'bytes/response': of.bytes,
      'requests/s, ours / theirs': (ours.per_second / of.per_second).toFixed(2),
      'p50 / p99, theirs / ours': `${(of.p50 / ours.p50).toFixed(2)} / ${(of.p99 / ours.p99).toFixed(2)}`,
    },
  ]);
  console.log(`
Over HTTP with full responses: ${SEARCHES} searches one at a time, then in a loop on ${CONNECTIONS} connections. By default the service
caches results; with SEARCH_CACHE_MB=0 every search is executed.`);
  console.table(Object.fromEntries(rows));
}

interface Measured {
  engine: EngineFigures | undefined;
  tenth: EngineFigures | undefined;
  service: ServiceFigures | undefined;
}

type Row = { measured: string; limit: string };

/** Our own figures, against a limit or an earlier measurement of the same run. */
export function printLimits({ engine, tenth, service }: Measured): void {
  const rows: Record<string, Row> = {};
  if (engine) Object.assign(rows, engineRows(engine));
  if (engine && tenth) Object.assign(rows, growthRows(engine, tenth));
  if (service) Object.assign(rows, serviceRows(service));
  if (Object.keys(rows).length > 0) console.table(rows);
}

function engineRows({ bytes, products, reopen_ms, substring_ms }: EngineFigures): Record<string, Row> {
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => ms(percentile(substring_ms, share)));
  return {
    [`substring filters, ${substring_ms.length} searches, median latencies`]: {
      measured: `p50 ${p50}, p99 ${p99}, max ${max}`,
      limit: '20 ms',
    },
    'memory per product': { measured: `${Math.round(bytes! / products)} bytes`, limit: '600 bytes' },
    'reopen, in process': { measured: `${(reopen_ms / 1000).toFixed(2)} s`, limit: '2 s' },
  };
}

function growthRows(engine: EngineFigures, tenth: EngineFigures): Record<string, Row> {
  const p50 = (of: EngineFigures, i: number) => percentile(Object.values(of.limits[i]!.latencies).flat(), 0.5);
  const rows = LIMITS.map((limit, i) => {
    const [small, whole] = [p50(tenth, i), p50(engine, i)];
    const measured = `${ms(whole)}, ${(whole / small).toFixed(2)} × ${ms(small)} with a tenth of the products`;
    return [`p50 of the top ${limit}`, { measured, limit: '5 ×' }];
  });
  return Object.fromEntries(rows);
}

function serviceRows(of: ServiceFigures): Record<string, Row> {
  const { http, changes, import_per_second, parse_per_second } = of;
  const { during } = changes;
  const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
  const changed = `${changes.count} changes`;
  return {
    'import: parse, store, index': {
      measured: `${Math.round(import_per_second)} products/s, ${(import_per_second / parse_per_second).toFixed(3)} of the bare parser (${Math.round(parse_per_second)})`,
      limit: '10000 products/s, 0.25',
    },
    'start until ready': { measured: seconds(of.ready_ms), limit: '2 s' },
    'longest event-loop block': { measured: blockOf(http), limit: '5 ms CPU' },
    [`${changed} searchable, after the end of the import`]: {
      measured: seconds(changes.after_import_ms),
      limit: '1.5 s',
    },
    [`${changed} searchable, after the start of the import`]: { measured: seconds(changes.after_start_ms), limit: '' },
    [`p99 of ${during.sent} searches during the import`]: {
      measured: `${ms(during.p99)}, ${(during.p99 / http.p99).toFixed(2)} × ${ms(http.p99)} before`,
      limit: '2 ×',
    },
  };
}
