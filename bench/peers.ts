// Our index and what one would pick instead, in process: the same products, queries, filters and top-k, in one run.
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ENGINES, type EngineFigures, type EngineName, LIMITS, SEARCHES } from './peers/figures.ts';
import { installPeers } from './peers/load-package.ts';

/** Past this an engine of JavaScript objects takes minutes to build. */
const MOST_PRODUCTS: Partial<Record<EngineName, number>> = { minisearch: 20_000 };
const OURS = 'finderfee';

type Figures = Partial<Record<EngineName, EngineFigures>>;
type Row = Record<string, string>;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { products: { type: 'string', default: '100000' }, only: { type: 'string' } },
  });
  const products = Number(values.products);
  const names = Object.keys(ENGINES) as EngineName[];
  const unknown = values.only?.split(',').find((name) => !names.includes(name as EngineName));
  if (unknown !== undefined) throw new Error(`no engine is called ${unknown}: ${names.join(', ')}`);
  installPeers();
  const figures: Figures = {};
  for (const name of names.filter((each) => each === OURS || !values.only || values.only.split(',').includes(each))) {
    console.log(`${name} …`);
    figures[name] = await measure(name, Math.min(products, MOST_PRODUCTS[name] ?? products));
  }
  console.log(`\nin process, one search at a time; ${SEARCHES} searches; latencies are p50 / p95 / p99 in ms`);
  console.table(tableOf(figures));
  console.log('A ratio above 1 is ours ahead of the best peer with as many products, at that figure.');
}

/** Each in a process of its own: what one leaves behind must not burden the next. */
function measure(name: EngineName, products: number): Promise<EngineFigures> {
  const child = fork(`${import.meta.dirname}/peers/engine-under-test.ts`, [name, String(products)], {
    execArgv: ['--expose-gc', '--max-old-space-size=8192', '--disable-warning=ExperimentalWarning'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as EngineFigures));
    child.once('exit', (code) => reject(new Error(`${name} could not be measured (exit ${code}); why stands above`)));
  });
}

function tableOf(figures: Figures): Record<string, Row> {
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  const table: Record<string, Row> = {};
  const add = (
    title: string,
    figureOf: (of: EngineFigures) => number,
    show: (value: number) => string,
    more = true,
  ) => {
    const row = mapValues(figures, (of) => show(figureOf(of)));
    table[title] = { ...row, ratio: ratio(figures, figureOf, more) };
  };
  table.products = mapValues(figures, ({ products }) => whole(products));
  add('ingest, products/s', ({ ingest_per_second }) => ingest_per_second, whole);
  add('memory, bytes/product', ({ bytes, products }) => bytes / products, whole, false);
  table[`found a query, of ${Math.max(...LIMITS)}`] = mapValues(figures, ({ found }) => found.toFixed(1));
  for (const [i, limit] of LIMITS.entries()) {
    add(`top ${limit}: queries/s`, ({ limits }) => limits[i]!.per_second, whole);
    table[`top ${limit}: all`] = latencyRow(figures, ({ limits }) => Object.values(limits[i]!.latencies).flat());
    for (const name of Object.keys(figures[OURS]!.limits[i]!.latencies)) {
      table[`top ${limit}: ${name}`] = latencyRow(figures, ({ limits }) => limits[i]!.latencies[name]!);
    }
  }
  return table;
}

const SHARES = [0.5, 0.95, 0.99];

function latencyRow(figures: Figures, latenciesOf: (of: EngineFigures) => number[]): Row {
  const show = (of: EngineFigures) => SHARES.map((share) => percentile(latenciesOf(of), share).toFixed(2)).join(' / ');
  const ratios = SHARES.map((share) => ratio(figures, (of) => percentile(latenciesOf(of), share), false));
  return { ...mapValues(figures, show), ratio: ratios.join(' / ') };
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

/** How many times as good as the best peer we are; peers that have fewer products are no measure. */
function ratio(figures: Figures, figureOf: (of: EngineFigures) => number, isMoreBetter: boolean): string {
  const { [OURS]: ours, ...others } = figures;
  const peers = Object.values(others).filter(({ products }) => products === ours!.products);
  if (peers.length === 0) return '';
  const best = Math[isMoreBetter ? 'max' : 'min'](...peers.map(figureOf));
  return (isMoreBetter ? figureOf(ours!) / best : best / figureOf(ours!)).toFixed(2);
}

function mapValues(figures: Figures, show: (of: EngineFigures) => string): Row {
  return Object.fromEntries(Object.entries(figures).map(([name, of]) => [name, show(of)]));
}
