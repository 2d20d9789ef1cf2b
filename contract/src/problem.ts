// The bodies of errors.
import { z } from 'zod';

export const Problem = z
  .strictObject({ detail: z.string().meta({ description: 'One sentence for the caller' }) })
  .meta({ id: 'Problem' });

export const ValidationProblem = z
  .strictObject({
    detail: z.array(
      z.strictObject({
        type: z.string(),
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        input: z.unknown().optional(),
        ctx: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  })
  .meta({ id: 'ValidationProblem' });
