// Holds an answer against the contract: status, content type and body must be described for the endpoint that gave it.
import assert from 'node:assert/strict';
import { canBeInvalid, type Endpoint, endpoints, errorsOf } from '@finderfee/contract/endpoints.ts';
import { ERRORS } from '@finderfee/contract/errors.ts';
import { Problem, ValidationProblem } from '@finderfee/contract/problem.ts';

type Headers = Record<string, unknown>;

/** The endpoint that a request reaches: a fixed path before one with parameters, as the router has it. */
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
    assert.ok([404, 405, 200, 204, 429].includes(status), `${method} ${url} is no endpoint and answered ${status}`);
    return;
  }
  const where = `${method} ${url} → ${status} ${body.slice(0, 300)}`;
  assert.ok(headers['x-request-id'], `${where}: no request id`);
  const reply = endpoint.replies[status];
  if (reply) {
    if (method === 'HEAD') return assert.equal(body, '', where);
    if (reply.contentType) return assert.equal(headers['content-type'], reply.contentType, where);
    if (!reply.body) return assert.equal(body, '', where);
    assertJson(headers, where);
    const result = reply.body.safeParse(JSON.parse(body));
    return assert.ok(result.success, `${where}\n${result.error?.message}`);
  }
  if (method === 'HEAD') return;
  assertJson(headers, where);
  if (status === 422) {
    assert.ok(canBeInvalid(endpoint), `${where}: this endpoint takes no input`);
    return assertParses(ValidationProblem, body, where);
  }
  const described = errorsOf(endpoint).map((code) => ERRORS[code].status as number);
  assert.ok(described.includes(status), `${where}: the status is not described`);
  assertParses(Problem, body, where);
}

function assertJson(headers: Headers, where: string): void {
  assert.match(String(headers['content-type']), /^application\/json; charset=utf-8$/, where);
}

function assertParses(schema: typeof Problem | typeof ValidationProblem, body: string, where: string): void {
  const result = schema.safeParse(JSON.parse(body));
  assert.ok(result.success, `${where}\n${result.error?.message}`);
}
