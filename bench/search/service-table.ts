// The tables of the service over HTTP, and of everything that has a limit of its own.
import { percentile } from '../percentile.ts';
import { type EngineFigures, LIMITS, SEARCHES } from './figures.ts';
import { CONNECTIONS, type HttpFigures, type ServiceFigures } from './service.ts';

const ms = (value: number) => `${value.toFixed(2)} ms`;

/** By the clock it also waits for a processor that others have: the search thread, and the process that asks. */
const blockOf = ({ lag_ms, work_ms }: HttpFigures) => `${ms(work_ms!)} of work, ${ms(lag_ms!)} by the clock`;

export function printHttp(figures: Record<string, HttpFigures> & { finderfee: HttpFigures }): void {
  const ours = figures.finderfee;
  const rows = Object.entries(figures).map(([name, of]) => [
    name,
    {
      'requests/s': Math.round(of.per_second),
      p50: ms(of.p50),
      p95: ms(of.p95),
      p99: ms(of.p99),
      'longest block of the event loop': of.lag_ms === undefined ? '' : blockOf(of),
      'bytes/answer': of.bytes,
      'our requests/s to its': (ours.per_second / of.per_second).toFixed(2),
      'its p50 / p99 to ours': `${(of.p50 / ours.p50).toFixed(2)} / ${(of.p99 / ours.p99).toFixed(2)}`,
    },
  ]);
  console.log(`
Over HTTP, whole answers: ${SEARCHES} searches one at a time, then ${CONNECTIONS} connections at once, again and again. As it
is without a setting the service remembers what it found; without that memory every search is carried out.`);
  console.table(Object.fromEntries(rows));
}

interface Measured {
  engine: EngineFigures | undefined;
  tenth: EngineFigures | undefined;
  service: ServiceFigures | undefined;
}

type Row = { measured: string; limit: string };

/** Of ours alone: against a limit, or against itself before. */
export function printLimits({ engine, tenth, service }: Measured): void {
  const rows: Record<string, Row> = {};
  if (engine) Object.assign(rows, engineRows(engine));
  if (engine && tenth) Object.assign(rows, growthRows(engine, tenth));
  if (service) Object.assign(rows, serviceRows(service));
  if (Object.keys(rows).length > 0) console.table(rows);
}

function engineRows({ bytes, products, reopen_ms, fragments_ms }: EngineFigures): Record<string, Row> {
  const [middle, most, all] = [0.5, 0.99, 1].map((share) => ms(percentile(fragments_ms, share)));
  return {
    [`like inside words, ${fragments_ms.length} searches, the middle of their times`]: {
      measured: `p50 ${middle}, p99 ${most}, all within ${all}`,
      limit: '20 ms',
    },
    'memory of a product': { measured: `${Math.round(bytes! / products)} bytes`, limit: '600 bytes' },
    'reopening, in process': { measured: `${(reopen_ms / 1000).toFixed(2)} s`, limit: '2 s' },
  };
}

function growthRows(engine: EngineFigures, tenth: EngineFigures): Record<string, Row> {
  const p50 = (of: EngineFigures, i: number) => percentile(Object.values(of.limits[i]!.latencies).flat(), 0.5);
  const rows = LIMITS.map((limit, i) => {
    const [small, whole] = [p50(tenth, i), p50(engine, i)];
    const measured = `${ms(whole)}, ${(whole / small).toFixed(2)} × the ${ms(small)} of a tenth of the products`;
    return [`p50 of the top ${limit}`, { measured, limit: '5 ×' }];
  });
  return Object.fromEntries(rows);
}

function serviceRows(of: ServiceFigures): Record<string, Row> {
  const { http, changes, import_per_second, parse_per_second } = of;
  const { meanwhile } = changes;
  const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
  const changed = `${changes.count} changes`;
  return {
    'import: parse, store, index': {
      measured: `${Math.round(import_per_second)} products/s, ${(import_per_second / parse_per_second).toFixed(3)} of a bare parser's ${Math.round(parse_per_second)}`,
      limit: '10000 products/s, 0.25',
    },
    'service ready after its start': { measured: seconds(of.ready_ms), limit: '2 s' },
    'longest block of the event loop': { measured: blockOf(http), limit: '5 ms of work' },
    [`${changed} found, after the import's end`]: { measured: seconds(changes.after_import_ms), limit: '1.5 s' },
    [`${changed} found, after the import's start`]: { measured: seconds(changes.after_start_ms), limit: '' },
    [`p99 of ${meanwhile.sent} searches meanwhile`]: {
      measured: `${ms(meanwhile.p99)}, ${(meanwhile.p99 / http.p99).toFixed(2)} × the ${ms(http.p99)} before`,
      limit: '2 ×',
    },
  };
}
