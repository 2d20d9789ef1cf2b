// What conversions earned, by currency, and what became of them.
import { Bar, seriesClass } from '../../ui/bar.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { money, number, share } from '../../ui/format.ts';
import { Change } from './change.tsx';
import { type Amounts, amountsIn, conversionsOf, nameOf, type Row } from './funnel-data.ts';

const amountColumn = (name: string, field: Exclude<keyof Amounts, 'currency'>): Column<Amounts> => ({
  name,
  isNumber: true,
  cell: (row) => money(row[field], row.currency),
  text: (row) => row[field],
});

interface Props {
  total: Row;
  before: Row | undefined;
  dayCount: number;
}

export function Earnings({ total, before, dayCount }: Props) {
  const columns: Column<Amounts>[] = [
    { name: 'Currency', cell: nameOf, text: nameOf },
    amountColumn('Sales', 'sale_amount'),
    {
      ...amountColumn('Commission', 'commission'),
      cell: (row) => (
        <>
          <Change
            now={Number(row.commission)}
            before={Number(amountsIn(before, nameOf(row))?.commission ?? 0)}
            dayCount={dayCount}
          />{' '}
          {money(row.commission, row.currency)}
        </>
      ),
    },
    amountColumn('Rewards', 'rewards'),
    amountColumn('Per click', 'epc_all'),
  ];
  return (
    <DataTable
      caption="Earnings by currency"
      resource={{ data: { items: total.amounts }, error: undefined, isLoading: false, reload: () => {} }}
      columns={columns}
      rowKey={nameOf}
      empty={
        <EmptyState title="No earnings in this period" icon="ledger">
          They appear when networks report sales for recorded clicks.
        </EmptyState>
      }
    />
  );
}

const STATES = { approved: 'Approved', pending: 'Pending', declined: 'Declined' } as const;

/** Counted on the day of their click. Those without a click are of no program and no merchant. */
export function Outcomes({ total, unmatched }: { total: Row; unmatched: number | null }) {
  const names = Object.keys(STATES) as (keyof typeof STATES)[];
  const parts = names.map((name) => ({ name: STATES[name], value: total.conversions[name] }));
  const all = conversionsOf(total);
  return (
    <div class="outcomes">
      <Bar label={parts.map(({ name, value }) => `${name}: ${number(value)}`).join(', ')} parts={parts} />
      <dl class="facts">
        {parts.map(({ name, value }, i) => (
          <div key={name}>
            <dt>
              <span class={`key ${seriesClass(i)}`}>{name}</span>
            </dt>
            <dd class="number">
              {number(value)} <span class="hint">{all > 0 && share(value / all)}</span>
            </dd>
          </div>
        ))}
        <div>
          <dt>Approval rate</dt>
          <dd class="number" title="Of those that the networks have decided about">
            {total.approval_rate === null ? 'none decided yet' : share(total.approval_rate)}
          </dd>
        </div>
        {unmatched !== null && (
          <div>
            <dt>Without a known click</dt>
            <dd class="number" title="By the day of the sale; they are in no other number of this page">
              {number(unmatched)}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
