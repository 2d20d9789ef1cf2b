// One run of a feed: its progress while it lasts, what it changed, and the rows it rejected.
import type { FeedRun } from '@finderfee/client';
import { api } from '../../api.ts';
import { hrefOf } from '../../router.ts';
import { ErrorBox } from '../../ui/error-box.tsx';
import { duration } from '../../ui/format.ts';
import { Card, Facts, PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { RejectedRows } from './rejected-rows.tsx';
import { Report } from './report.tsx';
import { RunState } from './state.tsx';

/** A heartbeat saves the progress every two seconds. */
const REFRESH_MS = 2000;

export function RunPage({ feed, id }: { feed: string; id: number }) {
  const { data, error, reload } = useResource((options) => api.feeds.getRun(feed, id, options), [feed, id], {
    refreshMs: REFRESH_MS,
  });
  return (
    <>
      <PageHead
        title={`Run ${id}`}
        text={
          <>
            <a href={hrefOf(['feeds'])}>All feeds</a> · <a href={hrefOf(['feeds', feed])}>{feed}</a>
          </>
        }
      />
      <ErrorBox error={error} retry={reload} />
      {data && (
        <div class="stack">
          <Card>
            <Facts of={factsOf(data)} />
          </Card>
          <Report of={data} />
          {data.state !== 'running' && data.rejected > 0 && <RejectedRows feed={feed} run={data} />}
        </div>
      )}
    </>
  );
}

const factsOf = (run: FeedRun) => ({
  State: <RunState of={run} />,
  ...(run.message && { Message: run.message }),
  From: <span class="clamp">{run.source}</span>,
  Started: <Time at={run.started_at} />,
  Took: run.finished_at ? duration(Date.parse(run.finished_at) - Date.parse(run.started_at)) : '–',
  Mode: run.mode,
  Format: run.format ? `${run.format}: ${run.recognised_by}` : '–',
});
