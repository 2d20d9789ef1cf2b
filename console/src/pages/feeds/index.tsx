// Feeds: where products come from, how each feed is doing, and when it is fetched next.
import './feeds.css';
import type { FeedList, ListedFeed, UnregisteredFeed } from '@finderfee/client';
import { api } from '../../api.ts';
import { hrefOf, place } from '../../router.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.tsx';
import { number } from '../../ui/format.ts';
import { pageOf } from '../../ui/page-of.ts';
import { Card, PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { AddFeed } from './add-feed.tsx';
import { FeedPage } from './feed-page.tsx';
import { RunPage } from './run-page.tsx';
import { describeInterval, type FeedState, FeedStateChip, problemsOf, RunState, STATES, stateOf } from './state.tsx';

const REFRESH_MS = 5000;

export default function Feeds() {
  const [, id, run] = place.value.path;
  if (run !== undefined) return <RunPage key={run} feed={id!} id={Number(run)} />;
  if (id !== undefined) return <FeedPage key={id} id={id} />;
  return place.value.query.has('add') ? <AddFeed /> : <FeedsPage />;
}

const OPTIONS = {
  '': 'All',
  ...Object.fromEntries(Object.entries(STATES).map(([state, [text]]) => [state, text])),
};

function FeedsPage() {
  const { q = '', state = '' } = Object.fromEntries(place.value.query);
  const feeds = useResource((options) => api.feeds.list(options), [], { refreshMs: REFRESH_MS });
  const { data } = feeds;
  const shown = data?.items.filter((feed) => matches(feed, q, state)) ?? [];
  const add = (
    <a class="button primary" href={hrefOf(['feeds'], { add: 'url' })}>
      Add a feed
    </a>
  );
  return (
    <>
      <PageHead title="Feeds" text="Where products come from, and what their last runs did." actions={add} />
      {data && data.items.length > 0 && (
        <Filters>
          <SearchFilter name="q" label="Find a feed" placeholder="Id, merchant or host" />
          <SelectFilter name="state" label="State" options={OPTIONS} />
        </Filters>
      )}
      <div class="stack">
        <DataTable
          caption="Feeds"
          resource={{ ...feeds, data: data && pageOf(shown) }}
          columns={COLUMNS}
          rowKey={({ id }) => id}
          empty={<NoFeeds isFiltered={data !== undefined && data.items.length > 0} />}
        />
        {data && data.unregistered.length > 0 && <Unregistered feeds={data.unregistered} />}
      </div>
    </>
  );
}

function matches(feed: ListedFeed, q: string, state: string): boolean {
  const text = [feed.id, feed.url, feed.merchant_name, feed.merchant_id, feed.domain].join(' ').toLowerCase();
  return text.includes(q.toLowerCase()) && (state === '' || stateOf(feed) === (state as FeedState));
}

const NoFeeds = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No such feeds" icon="feeds">
      <a href={hrefOf(['feeds'])}>Show all feeds</a>
    </EmptyState>
  ) : (
    <EmptyState title="No feeds yet" icon="feeds">
      <a href={hrefOf(['feeds'], { add: 'url' })}>Add the URL of a product feed</a>. You see what is recognised before
      anything is stored.
    </EmptyState>
  );

const COLUMNS: readonly Column<ListedFeed>[] = [
  {
    name: 'Feed',
    cell: ({ id, url, merchant_name }) => (
      <>
        <a class="clamp" href={hrefOf(['feeds', id])}>
          {id}
        </a>
        <span class="hint clamp">{merchant_name ?? url}</span>
      </>
    ),
    text: ({ id }) => id,
    isWide: true,
  },
  {
    name: 'State',
    cell: (feed) => (
      <>
        <FeedStateChip of={feed} />
        {feed.failures > 1 && <p class="hint">{number(feed.failures)} times in a row</p>}
      </>
    ),
    text: (feed) => STATES[stateOf(feed)][0],
  },
  {
    name: 'Last run',
    cell: ({ id, last_run: run }) =>
      run && (
        <>
          <a href={hrefOf(['feeds', id, run.id])}>
            <Time at={run.started_at} />
          </a>
          {run.state === 'running' ? <RunState of={run} /> : <Outcome run={run} />}
        </>
      ),
    text: ({ last_run: run }) => run && `${run.started_at} ${run.state}`,
  },
  {
    name: 'Next run',
    cell: ({ next_run_at, every }) => (
      <>
        <Time at={next_run_at} />
        <span class="hint block">{describeInterval(every)}</span>
      </>
    ),
    text: ({ next_run_at }) => next_run_at,
  },
  { name: 'Products', cell: ({ products }) => number(products), text: ({ products }) => products, isNumber: true },
];

type Run = NonNullable<ListedFeed['last_run']>;

/** Why it failed, or what it left out. */
const Outcome = ({ run }: { run: Run }) => (
  <span class="hint clamp" title={run.message}>
    {run.message || [`${number(run.products)} products`, ...problemsOf(run)].join(', ')}
  </span>
);

function Unregistered({ feeds }: { feeds: FeedList['unregistered'] }) {
  return (
    <Card title="Not fetched">
      <DataTable
        caption="Not fetched"
        resource={{ data: { items: feeds }, error: undefined, isLoading: false, reload: () => {} }}
        columns={UNREGISTERED_COLUMNS}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Card>
  );
}

const UNREGISTERED_COLUMNS: readonly Column<UnregisteredFeed>[] = [
  {
    name: 'Feed',
    cell: ({ id, last_run: run }) =>
      run && id !== '' ? (
        <a class="clamp" href={hrefOf(['feeds', id])}>
          {id}
        </a>
      ) : (
        <span class="clamp">{id === '' ? 'without a name' : id}</span>
      ),
    text: ({ id }) => id,
    isWide: true,
  },
  {
    name: 'From',
    cell: ({ id, last_run: run }) => (
      <span class="clamp">{id === 'demo' ? 'the demo catalogue' : (run?.source ?? 'products over HTTP')}</span>
    ),
    text: ({ last_run: run }) => run?.source,
  },
  {
    name: 'Last run',
    cell: ({ id, last_run: run }) =>
      run && id !== '' ? (
        <a href={hrefOf(['feeds', id, run.id])}>
          <Time at={run.started_at} />
        </a>
      ) : (
        <Time at={run?.started_at} />
      ),
    text: ({ last_run: run }) => run?.started_at,
  },
  { name: 'Products', cell: ({ products }) => number(products), text: ({ products }) => products, isNumber: true },
];
