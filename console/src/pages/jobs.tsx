// Jobs: acknowledged work, what became of it, and another try for what failed.
import type { Job } from '@finderfee/client';
import { api } from '../api.ts';
import { hrefOf, place } from '../router.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Filters, SelectFilter } from '../ui/filters.tsx';
import { number } from '../ui/format.ts';
import { Card, Facts, PageHead } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { useAction } from '../use-action.ts';
import { useResource } from '../use-resource.ts';

const REFRESH_MS = 5000;

const STATES = { '': 'All', waiting: 'Waiting', done: 'Done', dead: 'Dead' };
const KINDS = {
  register_offer: 'Register an offer',
  record_signup: 'Record a signup',
  match_conversions: 'Match conversions',
};
const TONES: Record<Job['state'], Tone> = { waiting: 'info', done: 'good', dead: 'bad' };

const kindOf = ({ kind }: Job): string => (KINDS as Record<string, string>)[kind] ?? kind;

export default function Jobs() {
  const [, id] = place.value.path;
  return id === undefined ? <JobsPage /> : <JobPage key={id} id={id} />;
}

function JobsPage() {
  const { state, kind, cursor } = Object.fromEntries(place.value.query);
  const query = { state, kind, cursor } as Parameters<typeof api.jobs.list>[0];
  const jobs = useResource((options) => api.jobs.list(query, options), [query], { refreshMs: REFRESH_MS });
  const columns: Column<Job>[] = [
    {
      name: 'Job',
      cell: (job) => (
        <>
          <a href={hrefOf(['jobs', job.id])}>{kindOf(job)}</a>
          {job.last_error && <p class="hint clamp">{job.last_error}</p>}
        </>
      ),
      text: ({ kind }) => kind,
      isWide: true,
    },
    { name: 'Subject', cell: ({ subject }) => <code class="clamp">{subject}</code>, text: ({ subject }) => subject },
    { name: 'State', cell: (job) => <State job={job} />, text: ({ state }) => state },
    { name: 'Attempts', cell: ({ attempts }) => number(attempts), text: ({ attempts }) => attempts, isNumber: true },
    { name: 'Accepted', cell: ({ created_at }) => <Time at={created_at} />, text: ({ created_at }) => created_at },
    { name: 'Id', cell: ({ id }) => <CopyButton text={id} label="Copy the job id" />, text: ({ id }) => id },
  ];
  return (
    <>
      <PageHead title="Jobs" text="Acknowledged work, and what became of it." />
      <Filters>
        <SelectFilter name="state" label="State" options={STATES} />
        <SelectFilter name="kind" label="Kind" options={{ '': 'All', ...KINDS }} />
      </Filters>
      <DataTable
        caption="Jobs"
        resource={jobs}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          state || kind ? (
            <EmptyState title="No such jobs" icon="jobs">
              <a href={hrefOf(['jobs'])}>Show all jobs</a>
            </EmptyState>
          ) : (
            <EmptyState title="No jobs yet" icon="jobs">
              A job appears when the service acknowledges an offer, a signup or a conversion before it is processed.
            </EmptyState>
          )
        }
      />
    </>
  );
}

const State = ({ job }: { job: Job }) => <Chip tone={TONES[job.state]}>{job.state}</Chip>;

function JobPage({ id }: { id: string }) {
  const {
    data: job,
    error,
    reload,
  } = useResource((options) => api.jobs.get(id, options), [id], { refreshMs: REFRESH_MS });
  const retry = useAction(() => api.jobs.retry(id), { done: 'The job is queued', onDone: reload });
  return (
    <>
      <PageHead
        title={job ? kindOf(job) : 'Job'}
        text={<a href={hrefOf(['jobs'])}>All jobs</a>}
        actions={
          job?.state === 'dead' && (
            <button class="button primary" type="button" disabled={retry.isBusy} onClick={() => retry.run()}>
              Retry
            </button>
          )
        }
      />
      <ErrorBox error={error} retry={reload} />
      {job && (
        <div class="stack">
          {job.last_error && (
            <Card title="Last error">
              <pre class="wrapped">{job.last_error}</pre>
            </Card>
          )}
          <Card>
            <Facts of={factsOf(job)} />
          </Card>
        </div>
      )}
    </>
  );
}

const factsOf = (job: Job) => ({
  State: <State job={job} />,
  Attempts: number(job.attempts),
  Subject: (
    <>
      <code>{job.subject}</code> <CopyButton text={job.subject} label="Copy the subject" />
    </>
  ),
  'Job id': (
    <>
      <code>{job.id}</code> <CopyButton text={job.id} label="Copy the job id" />
    </>
  ),
  Accepted: <Time at={job.created_at} />,
  'Next attempt': <Time at={job.due_at} />,
  Done: <Time at={job.finished_at} />,
});
