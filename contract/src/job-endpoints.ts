// Endpoints of background jobs, for operators.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Job, JobList, JobListQuery } from './job.ts';
import { pathId } from './shared.ts';

const common = { tag: 'Operations', group: 'operate', scope: 'operate' } as const;
const params = z.object({ id: pathId().meta({ description: 'Job id.' }) });

export const jobEndpoints = {
  listJobs: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/jobs',
    summary: 'List background jobs, newest first',
    description: 'Returns jobs that wait, are dead, or were done within `RETAIN_JOBS_DAYS`. Page with `cursor`.',
    query: JobListQuery,
    success: { status: 200, description: 'A page of jobs', body: JobList },
    errors: ['cursor_not_found'],
  }),
  getJob: endpoint({
    ...common,
    method: 'GET',
    path: '/v1/jobs/{id}',
    summary: 'Get a background job',
    description: 'Returns one job. The id is the `message_id` of the acknowledgement.',
    params,
    success: { status: 200, description: 'The job', body: Job },
    errors: ['job_not_found'],
  }),
  retryJob: endpoint({
    ...common,
    method: 'POST',
    path: '/v1/jobs/{id}/retry',
    summary: 'Retry a dead job',
    description: 'Gives a dead job all its attempts again, the first of them now.',
    writes: true,
    params,
    success: { status: 200, description: 'The job', body: Job },
    errors: ['job_not_found', 'job_not_dead'],
  }),
} as const;
