// Searches: what shoppers look for, and what they do not find.
import type { ReportSearchesQuery, SearchReport } from '@finderfee/client';
import { api } from '../api.ts';
import { hrefOf, place, queryHref, setQuery } from '../router.ts';
import { Bar } from '../ui/bar.tsx';
import { downloadCsv } from '../ui/csv.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { type Days, daysOfAddress } from '../ui/days.ts';
import { DaysFilter } from '../ui/days-filter.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filters, SearchFilter } from '../ui/filters.tsx';
import { number, share } from '../ui/format.ts';
import { pageOf } from '../ui/page-of.ts';
import { Figure, PageHead } from '../ui/section.tsx';
import { Segments } from '../ui/segments.tsx';
import { type Resource, useResource } from '../use-resource.ts';

type Row = SearchReport['rows'][number];
type Kind = NonNullable<ReportSearchesQuery['kind']>;

const KINDS: Record<Kind, string> = { top: 'Top', no_results: 'Without results', no_clicks: 'Without clicks' };
const COUNT_OF: Record<Kind, (row: Row) => number> = {
  top: ({ searches }) => searches,
  no_results: ({ without_results }) => without_results,
  no_clicks: ({ without_clicks }) => without_clicks,
};
/** As many as a report has. */
const MAX_QUERIES = 1000;
const REFRESH_MS = 30_000;
const LONG = 90;

function useSearches({ from, to }: Days, kind: Kind) {
  const query = { from, to, kind, limit: MAX_QUERIES };
  return useResource((options) => api.reports.searches(query, options), [from, to, kind], { refreshMs: REFRESH_MS });
}

export default function Searches() {
  const days = daysOfAddress({ isUtc: true });
  const asked = place.value.query.get('kind') ?? '';
  const kind = Object.hasOwn(KINDS, asked) ? (asked as Kind) : 'top';
  const top = useSearches(days, 'top');
  const rows = top.data?.rows;
  return (
    <>
      <PageHead title="Searches" text="What shoppers look for, in UTC days." actions={<DaysFilter days={days} />} />
      {rows?.length !== 0 && <Summary rows={rows} />}
      <Filters>
        <SearchFilter name="q" label="Find a query" />
        <Segments label="Queries" options={KINDS} value={kind} onChange={(value) => setQuery({ kind: value })} />
      </Filters>
      {kind === 'top' ? (
        <Queries kind={kind} report={top} top={rows} />
      ) : (
        <Ordered key={kind} kind={kind} days={days} top={rows} />
      )}
    </>
  );
}

const sum = (rows: readonly Row[], count: (row: Row) => number): number =>
  rows.reduce((total, row) => total + count(row), 0);

const clickRate = (clicked: number, searches: number): string =>
  searches === 0 ? 'not known' : share(clicked / searches);

/** Over the queries of the report: rare ones are not in it. */
function Summary({ rows }: { rows: readonly Row[] | undefined }) {
  const searches = sum(rows ?? [], COUNT_OF.top);
  const of = (value: string) => (rows ? value : '…');
  const empty = sum(rows ?? [], COUNT_OF.no_results);
  const known = sum(rows ?? [], ({ with_conversation }) => with_conversation);
  const clicked = known - sum(rows ?? [], COUNT_OF.no_clicks);
  return (
    <section class="card figures" aria-label="Summary">
      <Figure
        label="Queries"
        value={of(`${number(rows?.length)}${rows?.length === MAX_QUERIES ? '+' : ''}`)}
        note={
          <span title="REPORT_MIN_COUNT: a query counts once enough different people have searched for it">
            without rare ones
          </span>
        }
      />
      <Figure label="Searches" value={of(number(searches))} note="for these queries" />
      <Figure label="Without results" value={of(share(empty / searches))} note={of(`${number(empty)} searches`)} />
      <Figure
        label="Click-through rate"
        value={of(clickRate(clicked, known))}
        note={
          known === 0
            ? 'no search has a conversation'
            : of(`${number(clicked)} of ${number(known)} with a conversation`)
        }
      />
    </section>
  );
}

interface QueriesProps {
  kind: Kind;
  report: Resource<SearchReport>;
  /** The most frequent queries; undefined until they are known. */
  top: readonly Row[] | undefined;
}

const Ordered = ({ days, ...props }: Omit<QueriesProps, 'report'> & { days: Days }) => (
  <Queries {...props} report={useSearches(days, props.kind)} />
);

function Queries({ kind, report, top }: QueriesProps) {
  const part = (place.value.query.get('q') ?? '').trim().toLowerCase();
  const all = (report.data?.rows ?? []).filter((row) => COUNT_OF[kind](row) > 0);
  const rows = all.filter(({ query }) => query.includes(part));
  return (
    <DataTable
      caption={`Queries: ${KINDS[kind]}`}
      resource={{ ...report, data: report.data && pageOf(rows) }}
      columns={columnsOf(kind, all)}
      rowKey={({ query }) => query}
      saveCsv={() => downloadCsv(`Searches ${KINDS[kind]}`, CSV_COLUMNS, rows)}
      empty={all.length > 0 ? <NotFound part={part} /> : <Nothing kind={kind} top={top ?? []} />}
    />
  );
}

/** Without a conversation it is not known whether a click followed. */
const knownClicks = (row: Row, text: string) =>
  row.with_conversation > 0 ? text : <span title="No search had a conversation, so its clicks are not known">–</span>;

function columnsOf(kind: Kind, rows: readonly Row[]): Column<Row>[] {
  const count = COUNT_OF[kind];
  const all = sum(rows, count);
  const most = Math.max(...rows.map(count));
  return [
    { name: 'Query', isWide: true, cell: ({ query }) => <a href={hrefOf(['lab'], { q: query })}>{query}</a> },
    {
      name: 'Share',
      cell: (row) => (
        <div class="share" title={share(count(row) / all)}>
          <Bar label={share(count(row) / all)} parts={[{ name: KINDS[kind], value: count(row) }]} max={most} />
        </div>
      ),
    },
    { name: 'Searches', isNumber: true, cell: (row) => number(row.searches) },
    { name: 'Without results', isNumber: true, cell: (row) => number(row.without_results) },
    { name: 'Without clicks', isNumber: true, cell: (row) => knownClicks(row, number(row.without_clicks)) },
    { name: 'Click-through', isNumber: true, cell: (row) => knownClicks(row, share(row.click_through_rate)) },
  ];
}

const NotFound = ({ part }: { part: string }) => (
  <EmptyState title="No query has these words">
    “{part}” is in none of the queries of this period. <a href={queryHref({ q: null })}>Show all queries</a>
  </EmptyState>
);

/** Says whether there is nothing to find fault with, or nothing to look at. */
function Nothing({ kind, top }: { kind: Kind; top: readonly Row[] }) {
  if (top.length === 0)
    return (
      <EmptyState title="No searches are reported for this period" icon="searches">
        A query appears once enough different people have searched for it (<code>REPORT_MIN_COUNT</code>), unless{' '}
        <code>SEARCH_REPORTS</code> is off.{' '}
        <a href={queryHref({ days: LONG, from: null, to: null })}>Look at {LONG} days</a> or{' '}
        <a href={hrefOf(['lab'])}>try a search</a>.
      </EmptyState>
    );
  if (kind === 'no_results')
    return (
      <EmptyState title="Every search found something" icon="check">
        All {number(sum(top, COUNT_OF.top))} searches of this period had results.
      </EmptyState>
    );
  if (top.some(({ with_conversation }) => with_conversation > 0))
    return <EmptyState title="Every search with a conversation led to a click" icon="check" />;
  return (
    <EmptyState title="Clicks are not known for this period" icon="searches">
      No search belonged to a conversation. Send <code>x-convo-id</code> with searches, so that their clicks are
      counted.
    </EmptyState>
  );
}

const CSV_COLUMNS = (
  ['query', 'searches', 'without_results', 'with_conversation', 'without_clicks', 'click_through_rate'] as const
).map((name) => ({ name, text: (row: Row) => row[name] }));
