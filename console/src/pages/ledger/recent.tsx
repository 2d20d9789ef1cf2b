// Recent conversions, and recent changes of the balances of shoppers.
import type { Conversion, ListConversionsQuery, RewardChange } from '@finderfee/client';
import { api, SERVICE_URL } from '../../api.ts';
import { place } from '../../router.ts';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { money } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { factHref, toneOf } from './kinds.ts';

const REFRESH_MS = 10_000;

const wordsOf = (reason: string): string => reason.replaceAll('_', ' ');

/** Why there is no reward, in place of its amount. */
function rewardOf({ reward, unmatched_reason }: Conversion) {
  if (reward?.amount) return money(reward.amount, reward.currency);
  const reason = unmatched_reason ?? reward?.reason;
  return reason ? <span class="hint">{wordsOf(reason)}</span> : '–';
}

const reportedAt = ({ history }: Conversion) => history.at(-1)?.received_at;

const CONVERSIONS: readonly Column<Conversion>[] = [
  {
    name: 'Transaction',
    cell: ({ id, transaction_id }) => (
      <a class="clamp" href={factHref('conversion', id)}>
        {transaction_id}
      </a>
    ),
    text: ({ transaction_id }) => transaction_id,
  },
  { name: 'Network', cell: ({ network }) => network, text: ({ network }) => network },
  { name: 'Program', cell: ({ program }) => program ?? '–', text: ({ program }) => program },
  {
    name: 'Status',
    cell: ({ status, is_paid }) => (
      <span class="chips">
        <Chip tone={toneOf(status)}>{status}</Chip>
        {is_paid && <Chip tone="info">paid</Chip>}
      </span>
    ),
    text: ({ status }) => status,
  },
  {
    ...{ name: 'Sale', isNumber: true },
    cell: ({ sale_amount, currency }) => money(sale_amount, currency),
    text: ({ sale_amount }) => sale_amount,
  },
  {
    ...{ name: 'Commission', isNumber: true },
    cell: ({ commission, currency }) => money(commission, currency),
    text: ({ commission }) => commission,
  },
  { name: 'Reward', isNumber: true, cell: rewardOf, text: ({ reward }) => reward?.amount },
  { name: 'Last report', cell: (row) => <Time at={reportedAt(row)} />, text: reportedAt },
];

export function RecentConversions() {
  const { status, is_matched, cursor } = Object.fromEntries(place.value.query);
  const query = {
    ...(status ? { status: status as NonNullable<ListConversionsQuery['status']> } : {}),
    ...(is_matched ? { is_matched: is_matched === 'true' } : {}),
    ...(cursor ? { cursor } : {}),
  };
  const conversions = useResource((options) => api.conversions.list(query, options), [status, is_matched, cursor], {
    refreshMs: REFRESH_MS,
  });
  return (
    <DataTable
      caption="Conversions"
      resource={conversions}
      columns={CONVERSIONS}
      rowKey={({ id }) => id}
      empty={
        status || is_matched ? (
          <EmptyState title="No such conversions" icon="ledger">
            Choose another status, or all of them.
          </EmptyState>
        ) : (
          <EmptyState title="No conversions yet" icon="ledger">
            Networks report sales by postback, file or API: <a href={`${SERVICE_URL}docs/`}>see Conversions</a> in the
            reference.
          </EmptyState>
        )
      }
    />
  );
}

const REWARDS: readonly Column<RewardChange>[] = [
  {
    name: 'Reward',
    cell: ({ no }) => <a href={factHref('reward', no)}>{no}</a>,
    text: ({ no }) => no,
  },
  { name: 'Shopper', cell: ({ email }) => email ?? '–', text: ({ email }) => email, isWide: true },
  { name: 'Program', cell: ({ program }) => program, text: ({ program }) => program },
  {
    name: 'Balance',
    cell: ({ status }) => <Chip tone={toneOf(status)}>{status}</Chip>,
    text: ({ status }) => status,
  },
  {
    ...{ name: 'Change', isNumber: true },
    cell: ({ amount, currency }) => money(amount, currency),
    text: ({ amount }) => amount,
  },
  {
    name: 'Conversion',
    cell: ({ conversion_id }) => <a href={factHref('conversion', conversion_id)}>{conversion_id}</a>,
    text: ({ conversion_id }) => conversion_id,
  },
  { name: 'When', cell: ({ changed_at }) => <Time at={changed_at} />, text: ({ changed_at }) => changed_at },
];

export function RecentRewards() {
  const cursor = place.value.query.get('cursor');
  const rewards = useResource((options) => api.rewards.list(cursor ? { cursor } : {}, options), [cursor], {
    refreshMs: REFRESH_MS,
  });
  return (
    <DataTable
      caption="Rewards"
      resource={rewards}
      columns={REWARDS}
      rowKey={({ no }) => no}
      empty={
        <EmptyState title="No rewards yet" icon="ledger">
          A shopper earns one when a network reports a sale that followed a click on an offer with a rebate.
        </EmptyState>
      }
    />
  );
}
