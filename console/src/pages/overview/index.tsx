// Overview: from searches to rewards over a range of days, and whether all is in order.

import { SERVICE_URL } from '../../api.ts';
import { queryHref } from '../../router.ts';
import { daysBefore, daysOfAddress, lengthOf } from '../../ui/days.ts';
import { DaysFilter } from '../../ui/days-filter.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { number } from '../../ui/format.ts';
import { Card, PageHead } from '../../ui/section.tsx';
import { Breakdown } from './breakdown.tsx';
import { Earnings, Outcomes } from './earnings.tsx';
import { isEmpty, useFunnel } from './funnel-data.ts';
import { Health } from './health.tsx';
import { isNarrowed, NarrowingFilter, narrowedTo, narrowing } from './narrowing.tsx';
import { Stages, Trend } from './stages.tsx';

export default function Overview() {
  const days = daysOfAddress();
  const only = narrowing();
  const now = useFunnel(days, 'none', only);
  const before = useFunnel(daysBefore(days), 'none', only);
  const total = now.data?.rows[0];
  return (
    <>
      <PageHead
        title="Overview"
        text="From searches to rewards."
        actions={
          <>
            <NarrowingFilter days={days} />
            <DaysFilter days={days} />
          </>
        }
      />
      <Health />
      <ErrorBox error={now.error} retry={now.reload} />
      <div class="stack overview" aria-busy={now.isLoading}>
        <Card>
          <Stages total={total} before={before.data?.rows[0]} dayCount={lengthOf(days)} />
          {total && isEmpty(total) ? <NothingHappened dayCount={lengthOf(days)} /> : <Trend days={days} />}
        </Card>
        {total && !isEmpty(total) && (
          <>
            <div class="grid two-to-one">
              <Card title="Earnings">
                <Earnings total={total} before={before.data?.rows[0]} dayCount={lengthOf(days)} />
              </Card>
              <Card title="Conversions">
                <Outcomes total={total} unmatched={isNarrowed() ? null : (now.data?.unmatched.count ?? 0)} />
              </Card>
            </div>
            <Breakdown days={days} />
          </>
        )}
      </div>
    </>
  );
}

const LONG = 365;

function NothingHappened({ dayCount }: { dayCount: number }) {
  return (
    <EmptyState
      title={dayCount === 1 ? 'Nothing happened on this day' : `Nothing happened in these ${number(dayCount)} days`}
      icon="overview"
    >
      Searches, offers, clicks and sales are counted here as they arrive.{' '}
      {isNarrowed() && <a href={queryHref(narrowedTo({}))}>Show all programs and merchants</a>}
      {isNarrowed() && ', or '}
      {dayCount < LONG && <a href={queryHref({ days: LONG, from: null, to: null })}>Look at the last year</a>}
      {dayCount < LONG && ', or '}
      <a href={`${SERVICE_URL}docs/`}>{dayCount < LONG ? 'see how' : 'See how'} to send them</a>.
    </EmptyState>
  );
}
