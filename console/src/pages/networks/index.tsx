// Networks: accounts with affiliate networks, which report sales to a URL of each.
import type { NetworkSummary } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { hrefOf, navigate, place } from '../../router.ts';
import { hasScope } from '../../session.ts';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { number } from '../../ui/format.ts';
import { PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { NetworkForm } from './network-form.tsx';
import { NetworkPage } from './network-page.tsx';

const REFRESH_MS = 10_000;

export default function Networks() {
  const [, name] = place.value.path;
  return name === undefined ? <NetworksPage /> : <NetworkPage key={name} name={name} />;
}

function NetworksPage() {
  const cursor = place.value.query.get('cursor');
  const query = cursor === null ? {} : { cursor };
  const networks = useResource((options) => api.networks.list(query, options), [query], { refreshMs: REFRESH_MS });
  const [isNew, setNew] = useState(false);
  const add = (
    <button class="button primary" type="button" onClick={() => setNew(true)}>
      Add a network
    </button>
  );
  return (
    <>
      <PageHead
        title="Networks"
        text="Affiliate networks that report sales to you."
        actions={hasScope('conversions') && add}
      />
      <DataTable
        caption="Networks"
        resource={networks}
        columns={COLUMNS}
        rowKey={({ name }) => name}
        empty={
          <EmptyState title="No networks yet" icon="networks">
            Add an account, and paste its postback URL at the network: its sales then find their clicks and rewards.
          </EmptyState>
        }
      />
      <Dialog title="Add a network" isOpen={isNew} onClose={() => setNew(false)}>
        <NetworkForm close={() => setNew(false)} onAdded={({ name }) => navigate(hrefOf(['networks', name]))} />
      </Dialog>
    </>
  );
}

/** Rejected postbacks are counted up to this number. */
const MAX_COUNTED = 100;

const COLUMNS: Column<NetworkSummary>[] = [
  {
    name: 'Network',
    cell: ({ name }) => <a href={hrefOf(['networks', name])}>{name}</a>,
    text: ({ name }) => name,
    isWide: true,
  },
  { name: 'Dialect', cell: ({ dialect }) => dialect, text: ({ dialect }) => dialect },
  { name: 'Currency', cell: ({ currency }) => currency ?? 'as reported', text: ({ currency }) => currency },
  {
    name: 'Postbacks',
    cell: ({ takes_postbacks }) => (
      <Chip tone={takes_postbacks ? 'good' : 'plain'}>{takes_postbacks ? 'on' : 'off'}</Chip>
    ),
    text: ({ takes_postbacks }) => takes_postbacks,
  },
  {
    name: 'Rejected',
    cell: ({ rejected_postbacks: count }) => (
      <span class={count > 0 ? 'fault' : undefined}>
        {number(count)}
        {count === MAX_COUNTED && ' or more'}
      </span>
    ),
    text: ({ rejected_postbacks }) => rejected_postbacks,
    isNumber: true,
  },
  { name: 'Added', cell: ({ created_at }) => <Time at={created_at} />, text: ({ created_at }) => created_at },
];
