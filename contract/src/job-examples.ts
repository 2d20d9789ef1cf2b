// Examples of the endpoints in job-endpoints.ts.
const id = '0198c0de-0000-7000-8000-000000000001';
const job = {
  id,
  kind: 'record_signup',
  subject: id,
  state: 'dead',
  attempts: 10,
  last_error: 'database disk image is malformed',
  created_at: '2026-03-04T05:06:07.000Z',
  due_at: null,
  finished_at: null,
};

export const jobExamples = {
  listJobs: { query: { state: 'dead', per_page: '5' }, reply: { items: [job], next_cursor: null } },
  getJob: { params: { id }, reply: job },
  retryJob: {
    params: { id },
    reply: { ...job, state: 'waiting', attempts: 0, due_at: '2026-03-04T05:36:07.000Z' },
  },
};
