// The results table of the engines: one column per engine, and our ratio to the best peer.
import { availableParallelism } from 'node:os';
import { percentile } from '../percentile.ts';
import { type EngineFigures, type EngineName, LIMITS } from './figures.ts';

export type Figures = Partial<Record<EngineName, EngineFigures>>;
type Row = Record<string, string>;

export const OURS = 'finderfee';
const SHARES = [0.5, 0.95, 0.99];

export function printEngines(figures: Figures): void {
  console.log(`
Engines run in process (OpenSearch over HTTP). Latencies are of one search at a time, p50 / p95 / p99 in ms.
Ingest: includes merging where that makes searches faster. Memory: resident set after the searches, including touched pages of
mapped files, minus the process before it loaded the engine; the page cache of unmapped files is not counted, nor OpenSearch's
heap, which is allocated at its start. Reopen: from opening the files (in the page cache) to the first answer. Queries/s: one
at a time, in the best of several rounds, to reduce noise; latencies are from all rounds. Per-query medians: each query counts
once, with the median of its latencies, of which slow engines have fewer.`);
  console.table(tableOf(figures));
  console.log('A ratio above 1 means finderfee is better than the best peer with the same number of products.');
}

function tableOf(figures: Figures): Record<string, Row> {
  const table: Record<string, Row> = {};
  const show = (title: string, shown: (of: EngineFigures) => string) => {
    table[title] = mapValues(figures, shown);
  };
  const compare = (title: string, figureOf: (of: EngineFigures) => number, isHigherBetter: boolean, digits = 0) => {
    show(title, (of) => number(figureOf(of), digits));
    table[title]!.ratio = ratio(figures, figureOf, isHigherBetter);
  };
  show('products', ({ products }) => number(products));
  compare('ingest, products/s', (of) => of.ingest_per_second, true);
  compare('on disk, bytes/product', (of) => of.bytes_on_disk / of.products, false);
  compare('memory, bytes/product', (of) => (of.bytes ?? Number.NaN) / of.products, false);
  compare('reopen, ms', (of) => of.reopen_ms, false);
  // Slow engines answer fewer queries in the time; only those that every engine answered are compared.
  const answered = Math.min(...Object.values(figures).map(({ found }) => found.length));
  show(`hits per query, limit ${Math.max(...LIMITS)}`, ({ found }) => {
    return number(found.slice(0, answered).reduce((total, { length }) => total + length, 0) / answered, 1);
  });
  for (const [i, limit] of LIMITS.entries()) {
    const timesOf = (of: EngineFigures) => Object.values(of.limits[i]!.latencies).flat();
    show(`top ${limit}: searches measured`, (of) => number(timesOf(of).length));
    compare(`top ${limit}: queries/s`, (of) => of.limits[i]!.per_second, true, 1);
    const cores = availableParallelism();
    compare(`top ${limit}: queries/s, ${cores} cores`, (of) => of.limits[i]!.per_second_all_cores, true, 1);
    table[`top ${limit}: all`] = latencyRow(figures, timesOf);
    table[`top ${limit}: per-query medians`] = latencyRow(figures, (of) => of.limits[i]!.medians);
    for (const name of Object.keys(Object.values(figures)[0]!.limits[i]!.latencies)) {
      table[`top ${limit}: ${name}`] = latencyRow(figures, (of) => of.limits[i]!.latencies[name] ?? []);
    }
  }
  return table;
}

const number = (value: number, digits = 0) =>
  Number.isNaN(value)
    ? ''
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

function latencyRow(figures: Figures, timesOf: (of: EngineFigures) => number[]): Row {
  const show = (of: EngineFigures) => SHARES.map((share) => number(percentile(timesOf(of), share), 2)).join(' / ');
  const ratios = SHARES.map((share) => ratio(figures, (of) => percentile(timesOf(of), share), false));
  return { ...mapValues(figures, show), ratio: ratios[0] === '' ? '' : ratios.join(' / ') };
}

/** Our figure relative to the best peer; above 1 is better. Peers with fewer products are ignored. */
function ratio(figures: Figures, figureOf: (of: EngineFigures) => number, isHigherBetter: boolean): string {
  const { [OURS]: ours, ...others } = figures;
  const peers = Object.values(others).filter(({ products }) => products === ours?.products);
  if (!ours || peers.length === 0) return '';
  const best = Math[isHigherBetter ? 'max' : 'min'](...peers.map(figureOf).filter(Number.isFinite));
  return (isHigherBetter ? figureOf(ours) / best : best / figureOf(ours)).toFixed(2);
}

function mapValues(figures: Figures, show: (of: EngineFigures) => string): Row {
  return Object.fromEntries(Object.entries(figures).map(([name, of]) => [name, show(of)]));
}
