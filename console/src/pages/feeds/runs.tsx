// The runs of a feed, newest first, with what each changed.
import type { FeedRun, ListedFeed } from '@finderfee/client';
import { api } from '../../api.ts';
import { hrefOf, place } from '../../router.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { number } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { RunState } from './state.tsx';

const REFRESH_MS = 2000;
const PER_PAGE = 10;

export function Runs({ feed: { id, is_paused } }: { feed: Pick<ListedFeed, 'id' | 'is_paused'> }) {
  const before = Number(place.value.query.get('cursor')) || undefined;
  const query = { per_page: PER_PAGE, ...(before ? { before } : {}) };
  const runs = useResource((options) => api.feeds.runs(id, query, options), [id, before], { refreshMs: REFRESH_MS });
  const items = runs.data?.items ?? [];
  const next_cursor = items.length === PER_PAGE ? String(items.at(-1)!.id) : null;
  return (
    <section>
      <header class="page-head">
        <h2>Runs</h2>
      </header>
      <DataTable
        caption={`Runs of ${id}`}
        resource={{ ...runs, data: runs.data && { items, next_cursor } }}
        columns={columnsFor(id)}
        rowKey={(run) => run.id}
        empty={
          <EmptyState title="It has not run yet" icon="feeds">
            {is_paused ? 'It is not fetched now.' : 'The first run starts within a second.'}
          </EmptyState>
        }
      />
    </section>
  );
}

const columnsFor = (feed: string): Column<FeedRun>[] => [
  {
    name: 'Started',
    cell: ({ id, started_at }) => (
      <a href={hrefOf(['feeds', feed, id])}>
        <Time at={started_at} />
      </a>
    ),
    text: ({ started_at }) => started_at,
  },
  {
    name: 'State',
    cell: (run) => (
      <>
        <RunState of={run} />
        {run.message && <p class="hint clamp">{run.message}</p>}
      </>
    ),
    text: ({ state, message }) => [state, message].filter(Boolean).join(': '),
    isWide: true,
  },
  ...(['rows', 'inserted', 'updated', 'deleted', 'rejected'] as const).map(
    (name): Column<FeedRun> => ({
      name: NAMES[name],
      cell: (run) => number(run[name]),
      text: (run) => run[name],
      isNumber: true,
    }),
  ),
];

const NAMES = { rows: 'Rows', inserted: 'New', updated: 'Changed', deleted: 'Deleted', rejected: 'Rejected' } as const;
