// The stages of the funnel; the chosen one is drawn over time.
import { useMemo } from 'preact/hooks';
import { place, queryHref, setQuery } from '../../router.ts';
import { type Days, daysBefore, lengthOf, startOf } from '../../ui/days.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { money, number, share } from '../../ui/format.ts';
import { LineChart, type Series } from '../../ui/line-chart.tsx';
import { Segments } from '../../ui/segments.tsx';
import { beforeText, Change } from './change.tsx';
import {
  amountsIn,
  type Count,
  chosenMetric,
  countOf,
  isEmpty,
  METRICS,
  type Metric,
  metricsOf,
  nameOf,
  type Row,
  useFunnel,
} from './funnel-data.ts';
import { narrowing } from './narrowing.tsx';

interface Props {
  total: Row | undefined;
  before: Row | undefined;
  dayCount: number;
}

export function Stages({ total, before, dayCount }: Props) {
  const metrics = metricsOf(narrowing());
  const chosen = chosenMetric(metrics);
  return (
    <ul class="stages" aria-label="Funnel">
      {metrics.map((metric) => (
        <li key={metric}>
          <a href={queryHref({ metric })} aria-current={metric === chosen ? 'true' : undefined}>
            <span class="figure-label">{METRICS[metric]}</span>
            <Value metric={metric} row={total} />
            <span class="figure-note">
              {metric !== 'rewards' && (
                <Change now={countOf(total, metric)} before={countOf(before, metric)} dayCount={dayCount} />
              )}{' '}
              {total && noteOf(metric, total)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Value({ metric, row }: { metric: Metric; row: Row | undefined }) {
  if (metric !== 'rewards') return <span class="figure-value">{row ? number(countOf(row, metric)) : '…'}</span>;
  if (!row) return <span class="figure-value">…</span>;
  if (row.amounts.length === 0) return <span class="figure-value">{number(0)}</span>;
  return (
    <span class={row.amounts.length === 1 ? 'figure-value' : 'figure-values'}>
      {row.amounts.map((each) => (
        <span key={nameOf(each)}>{money(each.rewards, each.currency)}</span>
      ))}
    </span>
  );
}

/** How a stage relates to the one before it. */
function noteOf(metric: Metric, row: Row): string | null {
  if (metric === 'offers' && row.searches)
    return `${number((row.offers ?? 0) / row.searches, { maximumFractionDigits: 1 })} per search`;
  if (metric === 'clicks' && row.offers) return `${share((row.clicks ?? 0) / row.offers)} of offers`;
  if (metric === 'conversions' && row.conversion_rate !== null) return `${share(row.conversion_rate)} of clicks`;
  return null;
}

/** The chosen stage by day, with the period before. */
export function Trend({ days }: { days: Days }) {
  const only = narrowing();
  const now = useFunnel(days, 'day', only);
  const before = useFunnel(daysBefore(days), 'day', only);
  const metric = chosenMetric(metricsOf(only));
  const currencies = [...new Set((now.data?.rows ?? []).flatMap(({ amounts }) => amounts.map(nameOf)))].sort();
  const asked = place.value.query.get('currency');
  const currency = currencies.find((each) => each === asked) ?? currencies[0] ?? '';
  const times = useMemo(() => (now.data?.rows ?? []).map(({ key }) => startOf(key!)), [now.data]);
  if (now.error && !now.data) return <ErrorBox error={now.error} retry={now.reload} />;
  if (!now.data) return <div class="chart-loading" role="status" aria-label="Loading" />;
  const series =
    metric === 'rewards'
      ? amountLines(now.data.rows, currency)
      : countLines(metric, now.data.rows, before.data?.rows ?? [], lengthOf(days));
  const format = metric === 'rewards' ? (value: number) => money(value, currency) : undefined;
  return (
    <div class="trend">
      {metric === 'rewards' && currencies.length > 1 && (
        <Segments
          label="Currency"
          options={Object.fromEntries(currencies.map((each) => [each, each]))}
          value={currency}
          onChange={(value) => setQuery({ currency: value })}
        />
      )}
      <LineChart label={`${METRICS[metric]} per day`} times={times} series={series} {...(format ? { format } : {})} />
    </div>
  );
}

/** A period before without anything is not drawn: the service may not have run then. */
function countLines(metric: Count, rows: readonly Row[], before: readonly Row[], dayCount: number): Series[] {
  const lines: Series[] = [{ name: METRICS[metric], values: rows.map((row) => countOf(row, metric)) }];
  if (before.some((row) => !isEmpty(row)))
    lines.push({ name: beforeText(dayCount), values: rows.map((_, i) => countOf(before[i], metric)), isFaint: true });
  return lines;
}

const amountLines = (rows: readonly Row[], currency: string): Series[] =>
  (['rewards', 'commission'] as const).map((field) => ({
    name: field === 'rewards' ? 'Rewards' : 'Commission',
    values: rows.map((row) => Number(amountsIn(row, currency)?.[field] ?? 0)),
  }));
