// The facts that have an id.
import type { LedgerFact } from '@finderfee/client';
import { api } from '../../api.ts';
import { place, queryHref } from '../../router.ts';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { factHref, isKind, KINDS, toneOf } from './kinds.ts';

const COLUMNS: readonly Column<LedgerFact>[] = [
  {
    name: 'Fact',
    cell: ({ kind, id }) => (
      <a class="unbroken" href={factHref(kind, id)}>
        {kind === 'signup' ? KINDS[kind] : `${KINDS[kind]} ${id}`}
      </a>
    ),
    text: ({ kind, id }) => `${kind} ${id}`,
  },
  {
    name: 'What happened',
    cell: ({ summary }) => <span class="clamp">{summary}</span>,
    text: ({ summary }) => summary,
    isWide: true,
  },
  {
    name: 'Status',
    cell: ({ status }) => <span class="unbroken">{status ? <Chip tone={toneOf(status)}>{status}</Chip> : '–'}</span>,
    text: ({ status }) => status,
  },
  { name: 'Program', cell: ({ program }) => program ?? '–', text: ({ program }) => program },
  { name: 'Shopper', cell: ({ email }) => <span class="clamp">{email ?? '–'}</span>, text: ({ email }) => email },
  { name: 'When', cell: ({ at }) => <Time at={at} />, text: ({ at }) => at },
];

export function FoundFacts({ id }: { id: string }) {
  const { kind, cursor } = Object.fromEntries(place.value.query);
  const query = { id, ...(isKind(kind) ? { kind } : {}), ...(cursor ? { cursor } : {}) };
  const facts = useResource((options) => api.ledger.find(query, options), [id, kind, cursor]);
  return (
    <DataTable
      caption="Facts with this id"
      resource={facts}
      columns={COLUMNS}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      empty={
        <EmptyState title="No fact has this id" icon="ledger">
          Ids are compared as a whole. Try the network’s transaction, the order, the click id or the message id, or{' '}
          <a href={queryHref({ id: null, kind: null })}>look through the recent ones</a>.
        </EmptyState>
      }
    />
  );
}
