import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareJobs, completeJob, effectOf, failJob, type JobEffect, newJob, retryJob } from './job-transitions.ts';

const EFFECTS: JobEffect[] = [
  { kind: 'register_offer', offer_id: 12 },
  { kind: 'record_signup', message_id: 'm1' },
];
const job = newJob('j1', EFFECTS[0]!, 10);
const failure = { error: 'why', due_at_ms: 50, max_attempts: 2 };

test('a job has the effect that it was created for', () => {
  assert.deepEqual(
    EFFECTS.map((effect) => effectOf(newJob('j1', effect, 10))),
    EFFECTS,
  );
});

test('a job of an unknown kind fails, and does nothing', () => {
  assert.throws(() => effectOf({ kind: 'other', subject: '1' }), /no job of kind other/);
});

test('a new job is due at once', () => {
  assert.deepEqual([job.state, job.attempts, job.due_at_ms, job.finished_at_ms], ['waiting', 0, 10, null]);
});

test('a job is completed once, and its attempt is counted', () => {
  const done = completeJob(job, 20)!;
  assert.deepEqual([done.state, done.attempts, done.finished_at_ms], ['done', 1, 20]);
  assert.equal(completeJob(done, 30), null);
});

test('a failed job waits for its next attempt; after the last one it is a dead letter, which only a retry revives', () => {
  const failed = failJob(job, failure)!;
  assert.deepEqual([failed.state, failed.attempts, failed.due_at_ms, failed.last_error], ['waiting', 1, 50, 'why']);
  const dead = failJob(failed, failure)!;
  assert.deepEqual([dead.state, dead.attempts], ['dead', 2]);
  assert.deepEqual([failJob(dead, failure), completeJob(dead, 60)], [null, null]);
  const retried = retryJob(dead, 70)!;
  assert.deepEqual([retried.state, retried.attempts, retried.due_at_ms], ['waiting', 0, 70]);
  assert.equal(retryJob(retried, 80), null);
});

test('jobs are listed newest first, those of one instant by id', () => {
  const jobs = Object.entries({ b: 10, a: 10, c: 20 }).map(([id, now_ms]) => newJob(id, EFFECTS[0]!, now_ms));
  assert.deepEqual(
    jobs.sort(compareJobs).map(({ id }) => id),
    ['c', 'a', 'b'],
  );
});
