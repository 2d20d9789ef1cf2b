// Schemas of tools as hosts read them, and how long hosts keep a list.
import { z } from 'zod';

/** Lists change with the version of the service and the scopes of the key only. */
export const LIST_CACHING = { ttlMs: 3_600_000, cacheScope: 'private' as const };

/** Without bounds that say little: every host pays for the list of tools in every conversation. */
export function leanSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io }), (key, value) =>
      key === '$schema' ||
      (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
      (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
      // Any further key is allowed anyway.
      (key === 'additionalProperties' && JSON.stringify(value) === '{}') ||
      key === 'maxLength' ||
      key === 'minLength'
        ? undefined
        : value,
    ),
  );
}
