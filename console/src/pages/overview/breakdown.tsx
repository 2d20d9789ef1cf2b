// The funnel by program, merchant, network or day.
import type { ComponentChildren } from 'preact';
import { place, queryHref, setQuery } from '../../router.ts';
import { downloadCsv } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import type { Days } from '../../ui/days.ts';
import { startOf } from '../../ui/days.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { date, money, number, share } from '../../ui/format.ts';
import { pageOf } from '../../ui/page-of.ts';
import { Segments } from '../../ui/segments.tsx';
import {
  type Amounts,
  type Count,
  conversionsOf,
  countOf,
  METRICS,
  metricsOf,
  nameOf,
  type Row,
  useFunnel,
} from './funnel-data.ts';
import { isNarrowed, narrowedTo, narrowing, useMerchantNames } from './narrowing.tsx';

const GROUPINGS = { program: 'Programs', merchant: 'Merchants', network: 'Networks', day: 'Days' } as const;
type Group = keyof typeof GROUPINGS;

/** Counts that a row of the grouping has. */
const COUNTS: Record<Group, readonly Count[]> = {
  program: ['offers', 'clicks', 'signups', 'conversions'],
  merchant: ['offers', 'clicks', 'conversions'],
  network: ['conversions'],
  day: ['searches', 'offers', 'clicks', 'signups', 'conversions'],
};
const FIRST_COLUMN: Record<Group, string> = {
  program: 'Program',
  merchant: 'Merchant',
  network: 'Network',
  day: 'Day',
};
const AMOUNTS = { Sales: 'sale_amount', Commission: 'commission', Rewards: 'rewards' } as const;

export function Breakdown({ days }: { days: Days }) {
  const asked = isNarrowed() ? 'day' : (place.value.query.get('by') ?? '');
  const group = Object.hasOwn(GROUPINGS, asked) ? (asked as Group) : 'program';
  return (
    <section class="breakdown" aria-labelledby="breakdown">
      <header>
        <h2 id="breakdown">By {FIRST_COLUMN[group].toLowerCase()}</h2>
        {!isNarrowed() && (
          <Segments label="Rows" options={GROUPINGS} value={group} onChange={(by) => setQuery({ by })} />
        )}
      </header>
      <Table key={group} group={group} days={days} />
    </section>
  );
}

function Table({ group, days }: { group: Group; days: Days }) {
  const only = narrowing();
  const report = useFunnel(days, group, only);
  const nameOfMerchant = useMerchantNames(group === 'merchant');
  const counts = COUNTS[group].filter((metric) => metricsOf(only).includes(metric));
  const nameOfKey = (key: string | null) => {
    if (key === null) return 'Not known';
    if (group === 'day') return date(startOf(key));
    return group === 'merchant' ? nameOfMerchant(key) : key;
  };
  const rows = sorted(report.data?.rows ?? [], group);
  return (
    <DataTable
      caption={`Funnel by ${group}`}
      resource={{ ...report, data: report.data && pageOf(rows) }}
      columns={columnsOf(group, counts, nameOfKey)}
      rowKey={({ key }) => key ?? ''}
      saveCsv={() => saveCsv(group, counts, rows, nameOfKey)}
      empty={<EmptyState title={`Nothing to show by ${group} in this period`} icon="overview" />}
    />
  );
}

/** Most clicks first; days newest first. */
function sorted(rows: readonly Row[], group: Group): Row[] {
  if (group === 'day') return rows.toReversed();
  return rows.toSorted((a, b) => (b.clicks ?? 0) - (a.clicks ?? 0) || conversionsOf(b) - conversionsOf(a));
}

type NameOf = (key: string | null) => string;

function columnsOf(group: Group, counts: readonly Count[], nameOfKey: NameOf): Column<Row>[] {
  return [
    {
      name: FIRST_COLUMN[group],
      isWide: group !== 'day',
      cell: ({ key }) => <Key group={group} value={key} name={nameOfKey(key)} />,
    },
    ...counts.map((metric) => ({
      name: METRICS[metric],
      isNumber: true,
      cell: (row: Row) => number(countOf(row, metric)),
    })),
    group === 'network'
      ? { name: 'Approved', isNumber: true, cell: ({ approval_rate }) => share(approval_rate) }
      : { name: 'Conv. rate', isNumber: true, cell: ({ conversion_rate }) => share(conversion_rate) },
    ...Object.entries(AMOUNTS).map(([name, field]) => ({
      name,
      isNumber: true,
      cell: ({ amounts }: Row) => lines(amounts, (each) => money(each[field], each.currency)),
    })),
  ];
}

/** Leads to the overview of the program or merchant. */
function Key({ group, value, name }: { group: Group; value: string | null; name: string }) {
  if (value === null || group === 'day' || group === 'network') return <span title={value ?? ''}>{name}</span>;
  const to = group === 'program' ? { program: value } : { merchant: value };
  return (
    <a href={queryHref(narrowedTo(to))} title={value}>
      {name}
    </a>
  );
}

/** One line per currency, in the same order in each column. */
const lines = (amounts: readonly Amounts[], text: (each: Amounts) => string): ComponentChildren =>
  amounts.length === 0 ? (
    '–'
  ) : (
    <div>
      {amounts.map((each) => (
        <div key={nameOf(each)}>{text(each)}</div>
      ))}
    </div>
  );

interface Line {
  row: Row;
  amounts: Amounts | null;
}

/** All rows, with a line per currency, as `finderfee report funnel --csv`. */
function saveCsv(group: Group, counts: readonly Count[], rows: readonly Row[], nameOfKey: NameOf): void {
  const written = rows.flatMap((row): Line[] =>
    row.amounts.length > 0 ? row.amounts.map((amounts) => ({ row, amounts })) : [{ row, amounts: null }],
  );
  const columns = [
    { name: group, text: ({ row }: Line) => row.key },
    ...(group === 'merchant' ? [{ name: 'name', text: ({ row }: Line) => nameOfKey(row.key) }] : []),
    ...counts.map((metric) => ({ name: metric, text: ({ row }: Line) => countOf(row, metric) })),
    { name: 'currency', text: ({ amounts }: Line) => amounts?.currency },
    ...Object.values(AMOUNTS).map((field) => ({ name: field, text: ({ amounts }: Line) => amounts?.[field] })),
  ];
  downloadCsv(`Funnel by ${group}`, columns, written);
}
