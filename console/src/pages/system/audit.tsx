// The audit log: which key changed what, and when.
import type { AuditList } from '@finderfee/client';
import { api } from '../../api.ts';
import { place, queryHref } from '../../router.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DateFilter, Filters, SearchFilter } from '../../ui/filters.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { dayStart } from './days.ts';

type Entry = AuditList['items'][number];

const COLUMNS: Column<Entry>[] = [
  { name: 'When', cell: ({ at }) => <Time at={at} />, text: ({ at }) => at },
  {
    name: 'Action',
    cell: ({ action }) => <a href={queryHref({ action })}>{action}</a>,
    text: ({ action }) => action,
  },
  {
    name: 'Subject',
    cell: ({ subject }) => (subject ? <a href={queryHref({ subject })}>{subject}</a> : '–'),
    text: ({ subject }) => subject,
    isWide: true,
  },
  {
    name: 'Key',
    cell: ({ key_id, key_name }) => (
      <a class="clamp" href={queryHref({ key_id })} title={key_id}>
        {key_name}
      </a>
    ),
    text: ({ key_name }) => key_name,
  },
  {
    name: 'Request',
    cell: ({ request_id }) => (request_id ? <CopyButton text={request_id} label="Copy the request id" /> : '–'),
    text: ({ request_id }) => request_id,
  },
];

export function Audit() {
  const { action, subject, key_id, from, to, cursor } = Object.fromEntries(place.value.query);
  const query = { action, subject, key_id, from: dayStart(from), to: dayStart(to, 1), cursor };
  const entries = useResource((options) => api.audit.list(query as object, options), [query]);
  const isFiltered = Boolean(action || subject || key_id || from || to);
  return (
    <>
      <Filters isDense>
        <SearchFilter name="action" label="Action" placeholder="revokeKey" />
        <SearchFilter name="subject" label="Subject" placeholder="An id" />
        <SearchFilter name="key_id" label="Key" placeholder="key_… or command line" />
        <DateFilter name="from" label="From" />
        <DateFilter name="to" label="To" />
      </Filters>
      <DataTable
        caption="Audit log"
        resource={entries}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={isFiltered ? 'No such changes' : 'No changes yet'}>
            {isFiltered ? (
              <a href={queryHref({ action: null, subject: null, key_id: null, from: null, to: null })}>Show all</a>
            ) : (
              'What operators change, and what they export, is listed here.'
            )}
          </EmptyState>
        }
      />
    </>
  );
}
