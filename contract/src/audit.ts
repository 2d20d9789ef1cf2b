// The audit log: what operators changed.
import { z } from 'zod';
import { dateTime, text } from './lax.ts';
import { listCursor, nextCursor, pathId, perPage, timestamp } from './shared.ts';

export const AuditQuery = z.object({
  key_id: pathId().optional().meta({ description: 'Only changes made with this key; `command line` for commands.' }),
  action: text({ max: 100 }).optional().meta({ description: 'Only this operation, for example `revokeKey`.' }),
  subject: pathId().optional().meta({ description: 'Only changes of what has this id.' }),
  from: dateTime().optional().meta({ description: 'Only changes at this time or later, ISO 8601.' }),
  to: dateTime().optional().meta({ description: 'Only changes before this time, ISO 8601.' }),
  per_page: perPage(),
  cursor: listCursor(),
});

const AuditEntry = z
  .strictObject({
    id: z.int().positive().meta({ description: 'Entry id, assigned by the service.' }),
    at: timestamp().meta({ description: 'When it happened.' }),
    key_id: z.string().meta({ description: 'Id of the key that was used; `command line` for commands.' }),
    key_name: z.string().meta({ description: 'Name of the key at that time.' }),
    action: z.string().meta({ description: 'Name of the operation in this reference, or the command if it has none.' }),
    subject: z.string().nullable().meta({
      description: 'Id of what was changed. Null if it has none. Emails are masked; an erasure has no subject.',
    }),
    request_id: z.string().nullable().meta({ description: 'The `x-request-id` of the request. Null for commands.' }),
  })
  .meta({ id: 'AuditEntry', description: 'A change that an operator made, or an export.' });

export const AuditList = z
  .strictObject({
    items: z.array(AuditEntry).meta({ description: 'Entries, newest first.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'AuditList', description: 'A page of the audit log.' });
