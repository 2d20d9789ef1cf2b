// Background jobs: acknowledged work, and what became of it.
import { getJob, listJobs, retryJob } from '../generated/operations.ts';
import type { Job, JobList, ListJobsQuery } from '../generated/schemas.ts';
import { type Paged, pagedByCursor } from '../paged.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Jobs extends Resource {
  /** Newest first. */
  list(query: ListJobsQuery = {}, options?: CallOptions): Paged<JobList> {
    const load = (page: ListJobsQuery) => this.transport.call(listJobs, { query: page }, options);
    return pagedByCursor((cursor) => load(cursor === undefined ? query : { cursor }));
  }

  get(id: string, options?: CallOptions): Promise<Job> {
    return this.transport.call(getJob, { params: { id } }, options);
  }

  /** Gives a dead job all its attempts again. */
  retry(id: string, options?: CallOptions): Promise<Job> {
    return this.transport.call(retryJob, { params: { id } }, options);
  }
}
