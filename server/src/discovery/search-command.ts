// `finderfee search …`: searches from the command line and explains the ranking.
import { Criterion } from '@finderfee/contract/criterion.ts';
import { type Command, InvalidArgumentError } from 'commander';
import type { Explanation } from '../index/port.ts';
import { printable } from '../printable.ts';
import { fromAmount } from '../product/amount.ts';
import { type ExplainDeps, explainHits, type Hit } from './explain-search.ts';

/** The store, and an index that has caught up with it. */
export type SearchDeps = Omit<ExplainDeps, 'session_max_results'>;

interface Options {
  filter?: Criterion[];
  limit: number;
  explain?: boolean;
  json?: boolean;
}

export function addSearchCommand(
  program: Command,
  withIndex: (action: (deps: SearchDeps) => Promise<number>) => Promise<void>,
): void {
  program
    .command('search')
    .description('search the catalogue as the server does, also while the server is running')
    .argument('<query>')
    .option('--filter <criterion>', "for example 'brand = Nike' or 'final_price <= 50'; may be repeated", addFilter)
    .option('--limit <count>', 'number of products', readLimit, 10)
    .option('--explain', 'show the score of each term and ranking signal')
    .option('--json', 'print JSON')
    .action((query: string, options: Options) => withIndex((deps) => run(deps, query, options)));
}

async function run(deps: SearchDeps, text: string, { filter = [], limit, ...options }: Options): Promise<number> {
  const request = { text, criteria: filter, exclude: [] };
  const { hits, corrections } = await explainHits({ ...deps, session_max_results: limit }, request, { limit });
  if (options.json) {
    const shown = { query: text, corrections: Object.fromEntries(corrections), hits: hits.map(toJson) };
    console.log(JSON.stringify(shown, null, 2));
  } else print(hits, corrections, options.explain ?? false);
  return 0;
}

const OPERATORS = ['not_like', 'like', '!=', '<=', '>=', '=', '<', '>'];
const FILTER = new RegExp(`^\\s*(\\S+?)\\s*(${OPERATORS.join('|')})\\s*(.+)$`);

function addFilter(given: string, earlier: Criterion[] = []): Criterion[] {
  const [, field, operator, value] = FILTER.exec(given) ?? [];
  if (!field)
    throw new InvalidArgumentError(`must be a filter like 'brand = Nike', with one of ${OPERATORS.join(' ')}`);
  const read = Criterion.safeParse({ field, operator, value: value!.trim() });
  if (read.success) return [...earlier, read.data];
  throw new InvalidArgumentError(
    read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  );
}

function readLimit(given: string): number {
  if (/^[1-9]\d{0,3}$/.test(given) && Number(given) <= 1000) return Number(given);
  throw new InvalidArgumentError('must be a whole number from 1 to 1000');
}

function toJson({ stored: { product, merchant }, explanation }: Hit) {
  const { score, words, contributions, is_duplicate } = explanation;
  return { id: product.id, name: product.name, merchant: merchant.name, score, words, contributions, is_duplicate };
}

function print(hits: Hit[], corrections: [string, string][], isExplained: boolean): void {
  const lines = corrections.map(([typed, meant]) => `no product contains "${typed}": searched for "${meant}"`);
  if (hits.length === 0) lines.push('nothing found');
  for (const [i, { stored, explanation }] of hits.entries()) {
    const { product, merchant } = stored;
    const price =
      product.final_amount === undefined ? '' : `, ${fromAmount(product.final_amount)} ${product.currency ?? ''}`;
    const duplicate = explanation.is_duplicate ? ' (duplicate of a product above)' : '';
    lines.push(`${String(i + 1).padStart(3)}. ${product.name} [${product.id}]${price}, ${merchant.name}${duplicate}`);
    if (isExplained) lines.push(...explain(explanation));
  }
  console.log(lines.map(printable).join('\n'));
}

function explain({ score, words, contributions }: Explanation): string[] {
  const signed = (points: number) => (points < 0 ? '' : '+') + points.toFixed(3);
  const terms = words.map(({ word, by, why, points }) =>
    why === 'typed' ? `${word} ${points.toFixed(2)}` : `${word} matched ${by} (${why}) ${points.toFixed(2)}`,
  );
  const nonZero = Object.entries(contributions ?? {}).filter(([, points]) => points !== 0);
  return [
    `     score ${score.toFixed(3)}: ${contributions ? nonZero.map(([name, points]) => `${name} ${signed(points)}`).join(' ') : 'terms only'}`,
    `     words: ${terms.join(', ') || 'none'}`,
  ];
}
