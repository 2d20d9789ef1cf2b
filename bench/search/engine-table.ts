// The table of the engines: a column each, and our ratio to the best peer.
import { availableParallelism } from 'node:os';
import { percentile } from '../percentile.ts';
import { type EngineFigures, type EngineName, LIMITS } from './figures.ts';

export type Figures = Partial<Record<EngineName, EngineFigures>>;
type Row = Record<string, string>;

export const OURS = 'finderfee';
const SHARES = [0.5, 0.95, 0.99];

export function printEngines(figures: Figures): void {
  console.log(`
Engines in process (OpenSearch over HTTP), latencies one search at a time as p50 / p95 / p99 in ms.
Ingest: until the quickest searches are possible (merged, where that helps). Memory: what is resident after the searches,
pages of mapped files that were touched included, less the process before it had the engine; the system's cache of files
that are not mapped is not counted, nor OpenSearch's heap, which it takes whole at its start. Reopen: from opening the files,
which the system has in its cache, to the first answer. Queries/s: one at a time in the quickest of several rounds, because
machines have other things to do; latencies are those of all rounds. By its middle: each query counts once,
with the middle of its times, of which slow engines have fewer.`);
  console.table(tableOf(figures));
  console.log('A ratio above 1 is ours ahead of the best peer with as many products, at that figure.');
}

function tableOf(figures: Figures): Record<string, Row> {
  const table: Record<string, Row> = {};
  const show = (title: string, shown: (of: EngineFigures) => string) => {
    table[title] = mapValues(figures, shown);
  };
  const compare = (title: string, figureOf: (of: EngineFigures) => number, isMoreBetter: boolean, digits = 0) => {
    show(title, (of) => number(figureOf(of), digits));
    table[title]!.ratio = ratio(figures, figureOf, isMoreBetter);
  };
  show('products', ({ products }) => number(products));
  compare('ingest, products/s', (of) => of.ingest_per_second, true);
  compare('on disk, bytes/product', (of) => of.bytes_on_disk / of.products, false);
  compare('memory, bytes/product', (of) => (of.bytes ?? Number.NaN) / of.products, false);
  compare('reopen, ms', (of) => of.reopen_ms, false);
  // The same queries of all: a slow engine has answered fewer.
  const answered = Math.min(...Object.values(figures).map(({ found }) => found.length));
  show(`found a query, of ${Math.max(...LIMITS)}`, ({ found }) => {
    return number(found.slice(0, answered).reduce((total, { length }) => total + length, 0) / answered, 1);
  });
  for (const [i, limit] of LIMITS.entries()) {
    const timesOf = (of: EngineFigures) => Object.values(of.limits[i]!.latencies).flat();
    show(`top ${limit}: searches measured`, (of) => number(timesOf(of).length));
    compare(`top ${limit}: queries/s`, (of) => of.limits[i]!.per_second, true, 1);
    const cores = availableParallelism();
    compare(`top ${limit}: queries/s, ${cores} cores`, (of) => of.limits[i]!.per_second_all_cores, true, 1);
    table[`top ${limit}: all`] = latencyRow(figures, timesOf);
    table[`top ${limit}: each by its middle`] = latencyRow(figures, (of) => of.limits[i]!.middles);
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

/** How many times as good as the best peer we are; peers that have fewer products are no measure. */
function ratio(figures: Figures, figureOf: (of: EngineFigures) => number, isMoreBetter: boolean): string {
  const { [OURS]: ours, ...others } = figures;
  const peers = Object.values(others).filter(({ products }) => products === ours?.products);
  if (!ours || peers.length === 0) return '';
  const best = Math[isMoreBetter ? 'max' : 'min'](...peers.map(figureOf).filter(Number.isFinite));
  return (isMoreBetter ? figureOf(ours) / best : best / figureOf(ours)).toFixed(2);
}

function mapValues(figures: Figures, show: (of: EngineFigures) => string): Row {
  return Object.fromEntries(Object.entries(figures).map(([name, of]) => [name, show(of)]));
}
