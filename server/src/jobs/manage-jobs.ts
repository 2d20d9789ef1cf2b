// Background jobs, for operators.
import type { Input } from '@finderfee/contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import { listPage } from '../list-page.ts';
import type { LedgerStore, StoredJob } from '../store/ledger-store.ts';
import type { StoreDeps } from '../store-deps.ts';
import { toIso } from '../text/to-iso.ts';
import type { Tokens } from '../tokens.ts';

interface ListDeps {
  store: LedgerStore;
  tokens: Tokens;
}

export async function listJobs({ store, tokens }: ListDeps, query: Input<'listJobs'>['query']) {
  const filter = { state: query.state ?? null, kind: query.kind ?? null };
  const list = { tokens, kind: 'jobs', query, filter } as const;
  const position = ({ created_at_ms, id }: StoredJob) => ({ created_at_ms, id });
  const { rows, next_cursor } = await listPage(list, store.listJobs, position);
  return { items: rows.map(jobToWire), next_cursor };
}

export async function getJob({ store }: { store: LedgerStore }, id: string) {
  const job = await store.getJob({ id });
  if (!job) throw new AppError('job_not_found');
  return jobToWire(job);
}

export async function retryJob(deps: StoreDeps<LedgerStore>, id: string) {
  const isRetried = await deps.store.retryJob({ id, now_ms: deps.clock.now_ms() });
  const job = await getJob(deps, id);
  if (!isRetried) throw new AppError('job_not_dead');
  return job;
}

export const jobToWire = ({ due_at_ms, created_at_ms, finished_at_ms, ...job }: StoredJob) => ({
  id: job.id,
  kind: job.kind,
  subject: job.subject,
  state: job.state,
  attempts: job.attempts,
  last_error: job.last_error,
  created_at: toIso(created_at_ms),
  due_at: job.state === 'waiting' ? toIso(due_at_ms) : null,
  finished_at: toIso(finished_at_ms),
});
