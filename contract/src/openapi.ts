// Writes the OpenAPI document from the endpoints and the nouns. `npm run openapi` commits it as openapi.json.
import { z } from 'zod';
import { DEFAULT_KEYLESS, type Endpoint, errorsOf } from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { examples } from './examples.ts';
import { Problem, ValidationProblem } from './problem.ts';

type Json = Record<string, unknown>;

const DESCRIPTION = `Affiliate product discovery, offers, clicks and signups.

Endpoints under /v1, and those of operators, want a key in the header \`x-api-key\`. A bearer token may accompany any request.
Every answer carries \`x-request-id\`; a request may bring its own.
Errors are \`{"detail": "one sentence"}\`; a request that does not validate gets a 422 that lists every fault with its place.`;

export function openapiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Finderfee',
      version: '2.0.0',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: [...new Set(Object.values(endpoints).map(({ tag }) => tag))].map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
      schemas: components(),
    },
  };
}

function paths(): Json {
  const document: Record<string, Json> = {};
  for (const [name, entry] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
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
    security: security(entry),
    parameters: [
      ...parameters('path', entry.params, example.params),
      ...parameters('query', entry.query, example.query),
      ...parameters('header', entry.headers),
    ],
    ...(entry.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(entry.body), example: example.body } },
          },
        }
      : {}),
    responses: { ...successes(entry, example.reply), ...failures(entry) },
  };
}

/** Keyless groups take a key too, for installations that ask for one. */
function security({ group, bearer_key }: Endpoint): Json[] {
  if (group === 'open') return [];
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
      ...(name in example ? { example: rest.type === 'integer' ? Number(example[name]) : example[name] } : {}),
    };
  });
}

const HEADERS = { 'x-request-id': { description: "The request's id", schema: { type: 'string' } } };
const RETRY_AFTER = { 'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' } } };

function successes(entry: Endpoint, example: unknown): Json {
  return Object.fromEntries(
    Object.entries(entry.replies).map(([status, { description, body, contentType }]) => {
      const type = contentType?.split(';')[0] ?? 'application/json';
      const schema = body ? schemaOf(body) : { type: 'string' };
      const events = entry.events
        ? { 'text/event-stream': { schema: { type: 'string', description: `Events: ${entry.events}` } } }
        : {};
      const content = body || contentType ? { content: { [type]: { schema, example }, ...events } } : {};
      const location =
        status === '302' ? { location: { description: 'The affiliate link', schema: { type: 'string' } } } : {};
      return [status, { description, headers: { ...HEADERS, ...location }, ...content }];
    }),
  );
}

function failures(entry: Endpoint): Json {
  const byStatus = Map.groupBy(errorsOf(entry), (code) => ERRORS[code].status);
  const responses: Json = {};
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) responses[status] = failure(codes);
  responses[422] = {
    description: 'The request is not valid; every fault is listed with its place',
    headers: HEADERS,
    content: { 'application/json': { schema: schemaOf(ValidationProblem) } },
  };
  return responses;
}

function failure(codes: ErrorCode[]): Json {
  const canRetry = codes.some((code) => 'retry_after_s' in ERRORS[code]);
  return {
    description: [...new Set(codes.map((code) => ERRORS[code].detail))].join(' · '),
    headers: { ...HEADERS, ...(canRetry ? RETRY_AFTER : {}) },
    content: {
      'application/json': {
        schema: schemaOf(Problem),
        examples: Object.fromEntries(codes.map((code) => [code, { value: { detail: ERRORS[code].detail } }])),
      },
    },
  };
}

const REF = '#/components/schemas/';

const jsonSchemaOptions = {
  io: 'input',
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }) => {
    // Zod leaves defaults out of what is converted on its way in; the caller still wants to know them.
    const value = z.globalRegistry.get(zodSchema)?.default;
    if (value !== undefined) jsonSchema.default = value;
    // A text filter may leave out its field; the kinds are told apart before zod sees it.
    if (z.globalRegistry.get(zodSchema)?.id === 'TextCriterion') {
      jsonSchema.required = ['operator', 'value'];
      (jsonSchema.properties as Record<string, Json>).field!.default = 'any';
    }
    // What every reader of the document knows by the format and the type alone.
    if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
} as const;

function components(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...jsonSchemaOptions, uri: (id) => REF + id });
  const byName = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
}

/** The schema for a place of use: a reference where the noun has a name. */
function schemaOf(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id;
  if (id) return { $ref: REF + id };
  const { $schema: _, $defs: __, ...inline } = z.toJSONSchema(schema, jsonSchemaOptions) as Json;
  return JSON.parse(JSON.stringify(inline).replaceAll('#/$defs/', REF)) as Json;
}
