// Error bodies.
import { z } from 'zod';

export const Problem = z
  .strictObject({ detail: z.string().meta({ description: 'What went wrong, in one sentence.' }) })
  .meta({ id: 'Problem', description: 'Body of every error other than 422.' });

const ValidationFault = z
  .strictObject({
    type: z.string().meta({ description: 'Kind of fault, for example `missing` or `string_too_short`.' }),
    loc: z
      .array(z.union([z.string(), z.int()]))
      .meta({ description: 'Path to the value: `body`, `query`, `path` or `header`, then names and indexes.' }),
    msg: z.string().meta({ description: 'Human-readable message.' }),
    input: z
      .unknown()
      .optional()
      .meta({ description: 'The rejected value. Absent when it is long or holds a secret.' }),
    ctx: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Parameters of the rule, for example `{"min_length": 1}`.' }),
  })
  .meta({ id: 'ValidationFault', description: 'One fault of a request.' });

export const ValidationProblem = z
  .strictObject({ detail: z.array(ValidationFault).meta({ description: 'Every fault of the request.' }) })
  .meta({ id: 'ValidationProblem', description: 'Body of a 422: every fault with its location.' });
