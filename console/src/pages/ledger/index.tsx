// Ledger: facts by any of their ids, recent conversions and rewards, and the time line of one fact.
import { place } from '../../router.ts';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.tsx';
import { PageHead } from '../../ui/section.tsx';
import { FoundFacts } from './found-facts.tsx';
import { isKind, KINDS } from './kinds.ts';
import { RecentConversions, RecentRewards } from './recent.tsx';
import { TimelinePage } from './timeline-page.tsx';

const LISTS = { '': 'Conversions', rewards: 'Rewards' };
const STATUSES = { '': 'All', pending: 'Pending', approved: 'Approved', declined: 'Declined' };
const MATCHES = { '': 'All', true: 'Click known', false: 'Click unknown' };
const ANY_KIND = { '': 'All', ...KINDS };

export default function Ledger() {
  const [, kind, id] = place.value.path;
  if (id !== undefined && isKind(kind)) return <TimelinePage key={`${kind} ${id}`} kind={kind} id={id} />;
  const { id: asked, list = '' } = Object.fromEntries(place.value.query);
  return (
    <>
      <PageHead title="Ledger" text="Follow a sale from the offer to the reward, by any id that you have." />
      <Filters>
        <SearchFilter name="id" label="Find by id" placeholder="Transaction, order, click, message…" />
        {asked ? (
          <SelectFilter name="kind" label="Kind" options={ANY_KIND} />
        ) : (
          <>
            <SelectFilter name="list" label="Recent" options={LISTS} />
            {list === '' && <SelectFilter name="status" label="Status" options={STATUSES} />}
            {list === '' && <SelectFilter name="is_matched" label="Click" options={MATCHES} />}
          </>
        )}
      </Filters>
      {asked ? <FoundFacts id={asked} /> : list === 'rewards' ? <RecentRewards /> : <RecentConversions />}
    </>
  );
}
