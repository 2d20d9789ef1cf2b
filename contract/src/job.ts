// Background jobs: acknowledged work, and what became of it.
import { z } from 'zod';
import { listCursor, nextCursor, perPage, timestamp } from './shared.ts';

const STATES = ['waiting', 'done', 'dead'] as const;
const KINDS = ['register_offer', 'record_signup', 'match_conversions'] as const;

export const Job = z
  .strictObject({
    id: z.string().meta({ description: 'Job id: the `message_id` of the acknowledgement, if there was one.' }),
    kind: z.string().meta({ description: `What it does: ${KINDS.map((kind) => `\`${kind}\``).join(', ')}.` }),
    subject: z.string().meta({
      description: 'What it works on: id of the offer, message id of the signup, or ids of conversions.',
    }),
    state: z.enum(STATES).meta({ description: '`waiting`: for an attempt. `dead`: no attempts are left.' }),
    attempts: z.int().meta({ description: 'Number of attempts so far.' }),
    last_error: z.string().nullable().meta({ description: 'Why the last attempt failed. Null if none has.' }),
    created_at: timestamp().meta({ description: 'When the work was accepted.' }),
    due_at: timestamp().nullable().meta({ description: 'When the next attempt is due. Null unless `waiting`.' }),
    finished_at: timestamp().nullable().meta({ description: 'When it was done. Null before.' }),
  })
  .meta({ id: 'Job', description: 'Work that runs in the background.' });

export const JobListQuery = z.object({
  state: z.enum(STATES).optional().meta({ description: 'Only jobs in this state.' }),
  kind: z.enum(KINDS).optional().meta({ description: 'Only jobs of this kind.' }),
  per_page: perPage(),
  cursor: listCursor(),
});

export const JobList = z
  .strictObject({
    items: z.array(Job).meta({ description: 'Jobs, newest first.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'JobList', description: 'A page of jobs.' });
