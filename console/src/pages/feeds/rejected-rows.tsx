// The rows that a run rejected, with the reason of each, and all of them as a file.
import type { FeedRun, RejectedRow } from '@finderfee/client';
import { api } from '../../api.ts';
import { place, queryHref } from '../../router.ts';
import { downloadCsv } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Filters, SearchFilter } from '../../ui/filters.tsx';
import { number } from '../../ui/format.ts';
import { pageOf } from '../../ui/page-of.ts';
import { useResource } from '../../use-resource.ts';

export const REJECTED_COLUMNS: readonly Column<RejectedRow>[] = [
  { name: 'Line', cell: ({ line }) => number(line), text: ({ line }) => line },
  { name: 'Field', cell: ({ field }) => field || 'the row', text: ({ field }) => field },
  { name: 'Value', cell: ({ value }) => <span class="clamp">{value || '–'}</span>, text: ({ value }) => value },
  { name: 'Reason', cell: ({ reason }) => reason, text: ({ reason }) => reason, isWide: true },
];

export function RejectedRows({ feed, run }: { feed: string; run: FeedRun }) {
  const { q = '' } = Object.fromEntries(place.value.query);
  const csv = useResource((options) => api.feeds.rejectedRows(feed, run.id, options), [feed, run.id]);
  const rows = csv.data === undefined ? undefined : readRows(csv.data);
  const shown = rows?.filter((row) => Object.values(row).join(' ').toLowerCase().includes(q.toLowerCase()));
  return (
    <section>
      <header class="page-head">
        <div>
          <h2>Rejected rows</h2>
          {rows && rows.length < run.rejected && (
            <p>
              The first {number(rows.length)} of {number(run.rejected)}.
            </p>
          )}
        </div>
      </header>
      <Filters>
        <SearchFilter name="q" label="Find a row" placeholder="Field, value or reason" />
      </Filters>
      <DataTable
        caption="Rejected rows"
        resource={{ ...csv, data: shown && pageOf(shown) }}
        columns={REJECTED_COLUMNS}
        rowKey={({ line, field, value, reason }) => [line, field, value, reason].join(' ')}
        saveCsv={() => downloadCsv(`${feed} run ${run.id} rejected`, REJECTED_COLUMNS, shown ?? [])}
        empty={
          <EmptyState title={q ? 'No such rows' : 'The rows are not kept any more'} icon="feeds">
            {q && <a href={queryHref({ q: null })}>Show all rejected rows</a>}
          </EmptyState>
        }
      />
    </section>
  );
}

const ROW = /^(\d+),"((?:[^"]|"")*)","((?:[^"]|"")*)","((?:[^"]|"")*)"$/;

/** The service quotes every cell but the line, and writes a row on one line. */
function readRows(csv: string): RejectedRow[] {
  return csv.split('\n').flatMap((text) => {
    const [, line, ...cells] = ROW.exec(text) ?? [];
    const [field = '', value = '', reason = ''] = cells.map((cell) => cell.replaceAll('""', '"'));
    return line === undefined ? [] : [{ line: Number(line), field, value, reason }];
  });
}
