// The settings in effect, without secrets, and where each comes from.
import type { SettingList } from '@finderfee/client';
import { api } from '../../api.ts';
import { place } from '../../router.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.tsx';
import { useResource } from '../../use-resource.ts';

type Setting = SettingList['items'][number];

const SOURCES = { '': 'All', set: 'Set', default: 'Default' };

const COLUMNS: Column<Setting>[] = [
  { name: 'Setting', cell: ({ name }) => <code>{name}</code>, text: ({ name }) => name },
  {
    name: 'Value',
    cell: ({ value, default_text }) =>
      value === null ? <span class="hint">{default_text ?? '–'}</span> : <code class="clamp">{value}</code>,
    text: ({ value }) => value,
    isWide: true,
  },
  { name: 'Source', cell: ({ source }) => source, text: ({ source }) => source },
];

export function Settings() {
  const { data, ...settings } = useResource((options) => api.administration.settings(options), []);
  const { q = '', source = '' } = Object.fromEntries(place.value.query);
  const items = data?.items.filter(
    (setting) =>
      setting.name.toLowerCase().includes(q.toLowerCase()) &&
      (source === '' || (source === 'default') === (setting.source === 'default')),
  );
  return (
    <>
      <Filters>
        <SearchFilter name="q" label="Find a setting" />
        <SelectFilter name="source" label="Source" options={SOURCES} />
      </Filters>
      <DataTable
        caption="Settings"
        resource={{ ...settings, data: items && { items } }}
        columns={COLUMNS}
        rowKey={({ name }) => name}
        empty={<EmptyState title="No such setting">Settings are read at the start, from the environment.</EmptyState>}
      />
    </>
  );
}
