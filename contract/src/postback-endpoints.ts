// Endpoints that affiliate networks call. The token in the path is the only credential.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pathId } from './shared.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

const postback = {
  path: '/postback/{token}',
  tag: 'Conversions',
  group: 'postback',
  takes_fields: true,
  writes: true,
  params: z.object({
    token: pathId().meta({ description: 'Secret of the network account, printed by `finderfee networks show`.' }),
  }),
  success: { status: 200, description: 'The postback is recorded: `OK`', contentType: 'text/plain; charset=utf-8' },
} as const;
const ERRORS = ['postback_not_found', 'read_only', 'disk_low', 'overloaded', 'store_unavailable'] as const;

export const postbackEndpoints = {
  receivePostback: endpoint({
    ...postback,
    method: 'GET',
    summary: 'Receive a postback of a network',
    description:
      'The address to enter at an affiliate network. It sends what it knows about a sale in the query string, under its own names; `finderfee networks add` prints the address with the macros of the network. Answers after the report is durable. A postback that cannot be read is a 422, and kept with the reason.',
    idempotent: false,
    errors: ERRORS,
  }),
  receivePostbackForm: endpoint({
    ...postback,
    method: 'POST',
    summary: 'Receive a postback of a network as a form or JSON',
    description:
      'Same as `GET /postback/{token}`, with the fields in a form or a JSON object of up to 64 KB, in the query string, or in both; then the body wins. A body that cannot be read, or is larger, is a 422, and the postback is kept with the reason.',
    body_limit_bytes: BODY_LIMIT_BYTES,
    errors: ERRORS,
  }),
} as const;
