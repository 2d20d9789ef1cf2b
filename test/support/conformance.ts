// Validates a response against the contract: its endpoint must describe the status, headers, content type and body.
import assert from 'node:assert/strict';
import { type Endpoint, errorsOf, type Reply, repliesOf } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { ERRORS } from '@finderfee/contract/errors.ts';
import { openapiDocument } from '@finderfee/contract/openapi.ts';
import { Problem, ValidationProblem } from '@finderfee/contract/problem.ts';
import type { z } from 'zod';

interface Operation {
  responses: Record<string, { headers?: object } | undefined>;
}
const document = openapiDocument() as { paths: Record<string, Record<string, Operation>> };

type Headers = Record<string, unknown>;

/** The endpoint of a request. As in the router, a fixed path wins over one with parameters. */
export function endpointAt(method: string, url: string): Endpoint | undefined {
  const path = url.split('?')[0]!;
  const wanted = method === 'HEAD' ? 'GET' : method;
  const matching = (Object.values(endpoints) as Endpoint[]).filter((endpoint) => {
    const pattern = endpoint.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
    return endpoint.method === wanted && new RegExp(`^${pattern}$`).test(path);
  });
  return matching.find(({ path: fixed }) => !fixed.includes('{')) ?? matching[0];
}

export function assertConforms(method: string, url: string, status: number, headers: Headers, body: string): void {
  const endpoint = endpointAt(method, url);
  if (!endpoint) {
    assert.ok(
      [404, 405, 200, 204, 429].includes(status),
      `${method} ${url} is not an endpoint, but answered ${status}`,
    );
    return;
  }
  const where = `${method} ${url} → ${status} ${body.slice(0, 300)}`;
  assert.ok(headers['x-request-id'], `${where}: no request id`);
  const reply = repliesOf(endpoint)[status];
  const isStream = /^text\/event-stream/.test(String(headers['content-type']));
  assertHeaders(endpoint, status, headers, where);
  if (isStream) assert.ok(endpoint.events && reply, `${where}: no events are described`);
  else if (reply) assertReply(reply, method, headers, body, where);
  else if (method !== 'HEAD') assertError(endpoint, status, headers, body, where);
}

/** Headers that the contract must describe. */
const DESCRIBED_HEADERS = ['idempotent-replayed', 'preference-applied', 'retry-after', 'location'];

function assertHeaders(endpoint: Endpoint, status: number, headers: Headers, where: string): void {
  if (endpoint.hidden) return;
  const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!;
  const described = Object.keys(operation.responses[status]?.headers ?? {}).map((name) => name.toLowerCase());
  for (const name of DESCRIBED_HEADERS)
    if (headers[name] !== undefined) assert.ok(described.includes(name), `${where}: ${name} is not described`);
}

function assertReply(reply: Reply, method: string, headers: Headers, body: string, where: string): void {
  if (method === 'HEAD' || !(reply.body ?? reply.contentType)) assert.equal(body, '', where);
  else if (reply.contentType) assert.equal(headers['content-type'], reply.contentType, where);
  else {
    assertJson(headers, where);
    assertParses(reply.body!, body, where);
  }
}

function assertError(endpoint: Endpoint, status: number, headers: Headers, body: string, where: string): void {
  assertJson(headers, where);
  if (status !== 422) {
    const described = errorsOf(endpoint).map((code) => ERRORS[code].status as number);
    assert.ok(described.includes(status), `${where}: the status is not described`);
  }
  assertParses(status === 422 ? ValidationProblem : Problem, body, where);
}

function assertJson(headers: Headers, where: string): void {
  assert.match(String(headers['content-type']), /^application\/json; charset=utf-8$/, where);
}

function assertParses(schema: z.ZodType, body: string, where: string): void {
  const result = schema.safeParse(JSON.parse(body));
  assert.ok(result.success, `${where}\n${result.error?.message}`);
}
