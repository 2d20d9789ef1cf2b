// The client has a method for every endpoint of the contract, and each works on a real server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Endpoint, isIdempotent } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { FinderfeeOperator } from '../../client/src/operator.ts';
import { clientCalls, OF_NETWORKS } from '../support/client-calls.ts';
import { endpointAt } from '../support/conformance.ts';
import { ServerProcess } from '../support/server-process.ts';

const all: Record<string, Endpoint> = endpoints;
let server: ServerProcess;
before(async () => {
  server = await ServerProcess.start({ OFFER_LINK_HOSTS: '*', FEED_PRIVATE_HOSTS: '127.0.0.1' });
  await server.ready();
});
after(() => server.remove());

test('every endpoint has a method; what is idempotent succeeds again', async () => {
  const sent: (Endpoint | undefined)[] = [];
  const recordingFetch: typeof fetch = (url, init) => {
    sent.push(endpointAt(init?.method ?? 'GET', new URL(String(url)).pathname));
    return fetch(url, init);
  };
  const client = new FinderfeeOperator({ baseUrl: server.url, apiKey: 'test-key', fetch: recordingFetch });
  const calls = Object.entries(clientCalls(client, recordingFetch));
  for (const [name, call] of calls) {
    await call();
    assert.equal(sent.at(-1), all[name], name);
    if (isIdempotent(all[name]!)) await call();
  }
  const expected = Object.keys(all).filter(
    (name) => !all[name]!.hidden && !OF_NETWORKS.some((other) => other === name),
  );
  assert.deepEqual(calls.map(([name]) => name).sort(), expected.sort());
});
