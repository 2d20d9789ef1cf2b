// Builds the OpenAPI document from the endpoints and their schemas. `npm run openapi` writes it to openapi.json.
import type { z } from 'zod';
import {
  canRequireKey,
  DEFAULT_KEYLESS,
  type Endpoint,
  errorsOf,
  isErrorPageStatus,
  isIdempotent,
  repliesOf,
  TAGS,
} from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { examples } from './examples.ts';
import { CONTRACT_VERSION, GUIDE } from './guide.ts';
import { components, type Json, schemaOf } from './json-schema.ts';
import { Problem, ValidationProblem } from './problem.ts';
import { WebhookEvent } from './webhook-event.ts';

export function openapiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Finderfee',
      version: CONTRACT_VERSION,
      description: GUIDE,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The installation that serves this document' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: paths(),
    webhooks: { event: { post: eventOperation() } },
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'API key, created by the operator with `finderfee keys create`.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'For Prometheus, which cannot send `x-api-key`: the API key as a bearer token.',
        },
      },
      schemas: components(),
    },
  };
}

function paths(): Json {
  const document: Record<string, Json> = {};
  for (const [name, entry] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    if (entry.hidden) continue;
    document[entry.path] = { ...document[entry.path], [entry.method.toLowerCase()]: operation(name, entry) };
  }
  return document;
}

function operation(name: EndpointName, entry: Endpoint): Json {
  const example = examples[name];
  return {
    operationId: name,
    tags: [entry.tag],
    summary: entry.summary,
    description: entry.description,
    'x-idempotent': isIdempotent(entry),
    security: security(entry),
    parameters: [
      ...parameters('path', entry.params, example.params),
      ...parameters('query', entry.query, example.query),
      ...parameters('header', entry.headers),
    ],
    ...(entry.takes_fields && entry.method === 'POST' ? { requestBody: FIELDS } : {}),
    ...(entry.takes_file ? { requestBody: FILE } : {}),
    ...(entry.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(entry.body), example: example.body } },
          },
        }
      : {}),
    responses: { ...replies(entry, example.reply), ...failures(entry) },
  };
}

const FILE: Json = {
  description: 'The file, of any content type.',
  required: false,
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
};

const FIELDS: Json = {
  description: 'Fields of the network, under its own names.',
  required: false,
  content: {
    'application/x-www-form-urlencoded': { schema: { type: 'object', additionalProperties: { type: 'string' } } },
    'application/json': { schema: { type: 'object', additionalProperties: true } },
  },
};

/** What the service sends to the webhooks of the operator. */
function eventOperation(): Json {
  const header = (name: string, description: string) => ({
    ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
  });
  return {
    operationId: 'event',
    tags: ['Webhooks'],
    summary: 'An event, sent to your webhook',
    description:
      'Posted to every webhook that subscribes to it, and signed as Standard Webhooks specifies. The order of events is not promised, and an event may arrive more than once.',
    security: [],
    parameters: [
      header('webhook-id', 'Id of the event, the same in every attempt.'),
      header('webhook-timestamp', 'When this attempt was sent, in seconds since 1970.'),
      header('webhook-signature', 'Signatures of the request, separated by spaces.'),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(WebhookEvent) } } },
    responses: {
      default: { description: 'Any 2xx delivers the event. 410 disables the webhook. Others are retried' },
    },
  };
}

/** Keyless groups accept a key too, because an installation may require one. */
function security(entry: Endpoint): Json[] {
  const { group, bearer_key } = entry;
  if (!canRequireKey(entry)) return [];
  if (bearer_key) return [{ key: [] }, { bearer: [] }];
  const isKeyless = (DEFAULT_KEYLESS as readonly string[]).includes(group);
  return isKeyless ? [{}, { key: [] }] : [{ key: [] }];
}

function parameters(place: string, schema: z.ZodType | undefined, example: Record<string, string> = {}): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description ? { description } : {}),
      schema: rest,
      ...(name in example ? { example: rest.type === 'string' ? example[name] : JSON.parse(example[name]!) } : {}),
    };
  });
}

const header = (description: string, type = 'string'): Json => ({ description, schema: { type } });
const HEADERS = { 'x-request-id': header('Id of the request: yours, or one that the service generated.') };
const RETRY_AFTER = { 'Retry-After': header('Seconds to wait before the next attempt.', 'integer') };

function replies(entry: Endpoint, example: unknown): Json {
  return Object.fromEntries(
    Object.entries(repliesOf(entry)).map(([status, { description, body, contentType, headers = {} }]) => {
      const type = contentType?.split(';')[0] ?? 'application/json';
      const schema = body ? schemaOf(body) : { type: 'string' };
      const events = entry.events
        ? { 'text/event-stream': { schema: { type: 'string', description: `Events: ${entry.events}.` } } }
        : {};
      const shown = Number(status) === entry.success.status ? { example } : {};
      const content = body || contentType ? { content: { [type]: { schema, ...shown }, ...events } } : {};
      const own = Object.fromEntries(
        Object.entries(headers).map(([name, meaning]) => [
          name,
          header(meaning, name === 'Retry-After' ? 'integer' : 'string'),
        ]),
      );
      return [status, { description, headers: { ...HEADERS, ...own }, ...content }];
    }),
  );
}

function failures(entry: Endpoint): Json {
  const byStatus = Map.groupBy(errorsOf(entry), (code) => ERRORS[code].status);
  const responses: Json = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = failure(codes, entry.error_pages === true && isErrorPageStatus(status));
  }
  responses[422] = {
    description: 'The request is not valid. Every fault is listed with its location',
    headers: HEADERS,
    content: { 'application/json': { schema: schemaOf(ValidationProblem) } },
  };
  return responses;
}

function failure(codes: ErrorCode[], isPage: boolean): Json {
  const canRetry = codes.some((code) => 'retry_after_s' in ERRORS[code]);
  return {
    description: [...new Set(codes.map((code) => ERRORS[code].detail))].join(' · '),
    headers: { ...HEADERS, ...(canRetry ? RETRY_AFTER : {}) },
    content: {
      'application/json': {
        schema: schemaOf(Problem),
        examples: Object.fromEntries(codes.map((code) => [code, { value: { detail: ERRORS[code].detail } }])),
      },
      ...(isPage ? { 'text/html': { schema: { type: 'string', description: 'A page for the shopper.' } } } : {}),
    },
  };
}
