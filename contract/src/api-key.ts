// API keys, as operators manage them.
import { z } from 'zod';
import { SCOPES } from './endpoint.ts';
import { dateTime, list, ruled, text } from './lax.ts';
import { listCursor, nextCursor, perPage, timestamp } from './shared.ts';

const STATES = ['active', 'expired', 'revoked'] as const;

export const ApiKeyInput = z
  .object({
    name: ruled(text({ max: 200 }), 'must not be blank', (value) => value.trim() !== '').meta({
      pattern: '\\S',
      description: 'What the key is for, from 1 to 200 characters.',
    }),
    scopes: list(z.enum(SCOPES), SCOPES.length, 1)
      .refine((names) => new Set(names).size === names.length, { error: 'must not name a scope twice' })
      .meta({ uniqueItems: true, description: 'What the key may do. Your own key must have each of these scopes.' }),
    expires_at: dateTime()
      .nullable()
      .optional()
      .meta({ description: 'When it stops working, ISO 8601, in the future. Without it, the key does not expire.' }),
  })
  .meta({ id: 'ApiKeyInput', description: 'A key to create.' });

const apiKey = {
  id: z
    .string()
    .meta({ description: 'Key id. It names the key in logs and in the audit log, and does not reveal it.' }),
  name: z.string().meta({ description: 'What the key is for.' }),
  scopes: z.array(z.enum(SCOPES)).meta({ description: 'What the key may do.' }),
  state: z.enum(STATES).meta({ description: 'Only an `active` key is accepted.' }),
  created_at: timestamp().meta({ description: 'When it was created.' }),
  expires_at: timestamp().nullable().meta({ description: 'When it stops working. Null if it does not expire.' }),
  revoked_at: timestamp().nullable().meta({ description: 'When it was revoked. Null if it was not.' }),
  last_used_at: timestamp()
    .nullable()
    .meta({ description: 'When it was last accepted, to about a minute. Null if it was never used.' }),
};

export const ApiKey = z
  .strictObject(apiKey)
  .meta({ id: 'ApiKey', description: 'A key without its secret, which is not stored.' });

export const CreatedApiKey = z
  .strictObject({ ...apiKey, key: z.string().meta({ description: 'The key. It is shown this once.' }) })
  .meta({ id: 'CreatedApiKey', description: 'A new key.' });

export const ApiKeyListQuery = z.object({
  state: z.enum(STATES).optional().meta({ description: 'Only keys in this state.' }),
  per_page: perPage(),
  cursor: listCursor(),
});

export const ApiKeyList = z
  .strictObject({
    items: z.array(ApiKey).meta({ description: 'Keys, newest first.' }),
    next_cursor: nextCursor(),
  })
  .meta({ id: 'ApiKeyList', description: 'A page of keys.' });
