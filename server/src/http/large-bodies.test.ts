// Large bodies do not block other requests, and get the same answers as small ones.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LARGE_BODY_LIMIT_BYTES } from '@finderfee/contract/endpoint.ts';
import { endpoints } from '@finderfee/contract/endpoints.ts';
import { examples } from '@finderfee/contract/examples.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { LARGE_BODY_BYTES, LargeBodies } from './large-bodies.ts';
import { ValidationError, validate } from './validation.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

const filled = (begin: string, unit: string, end: string) =>
  begin + unit.repeat(Math.floor(LARGE_BODY_LIMIT_BYTES / 4 / unit.length)) + end;

/** Counts other requests that are answered before this one. */
async function answeredMeanwhile(path: string, body: string) {
  let isOver = false;
  const answer = service.call('POST', path, body).finally(() => {
    isOver = true;
  });
  let others = 0;
  while (!isOver) {
    await service.call('GET', '/livez');
    others++;
    await sleep(5);
  }
  return { others, status: (await answer).status };
}

const { product_click, product_info } = examples.createOffer.body as Record<string, object>;
const offers = (texts: object) =>
  JSON.stringify(
    Array.from({ length: 500 }, (_, i) => ({
      product_click: { ...product_click, click_id: `k${i}` },
      product_info: { ...product_info, ...texts },
    })),
  );

test('other requests are answered while a large body is validated', async () => {
  for (const [body, status] of [
    [filled('[', '{},', '{}]'), 422],
    [filled('["', '\\n', ''), 422],
    [offers({ description: '4-'.repeat(3000) }), 201],
    [offers({ direct_link: `https://shop.example/macro${'x'.repeat(4000)}` }), 409],
  ] as const) {
    const answer = await answeredMeanwhile('/offers/multi', body);
    assert.equal(answer.status, status);
    assert.ok(answer.others >= 3, `${answer.others} others were answered`);
  }
});

test('a large body gets the same 422 as a small one', async () => {
  const long = 'x'.repeat(LARGE_BODY_BYTES);
  for (const [name, url, params, body] of [
    ['createOffers', '/offers/multi', {}, JSON.stringify([{}, long, { product_click: { email: long } }])],
    ['recordSignup', '/signup/c1', { convo_id: 'c1' }, JSON.stringify({ program: 5, utm: { [long]: 1 } })],
    ['chat', '/chat/c1', { convo_id: 'c1' }, JSON.stringify({ chat: long })],
    ['createOffer', '/offers/single', {}, `{"product_click": "${long}`],
    ['createOffer', '/offers/single', {}, `"\\u0000${long}"`],
  ] as const) {
    const { status, body: answer } = await service.call('POST', url, body);
    const raw = { params, query: {}, headers: {}, body: Buffer.from(body) };
    assert.throws(
      () => validate(endpoints[name], raw),
      (error) => error instanceof ValidationError && error.body === answer && status === 422,
    );
  }
  const notText = await service.app.inject({
    method: 'POST',
    url: '/offers/single',
    headers: { 'content-type': 'application/json' },
    payload: Buffer.alloc(LARGE_BODY_BYTES + 1, 0xff),
  });
  assert.deepEqual([notText.statusCode, notText.json().detail], [400, (await bodyUnreadable()).detail]);
});

const bodyUnreadable = async () =>
  (
    await service.app.inject({
      method: 'POST',
      url: '/offers/single',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from([0xff]),
    })
  ).json();

test('a crashed thread fails only its current request', async () => {
  const bodies = new LargeBodies();
  const raw = (body: string) => ({ params: {}, query: {}, headers: {}, body: Buffer.from(body) });
  const unknown = bodies.validate('no such endpoint' as 'createOffers', raw('[]'));
  const next = bodies.validate('createOffers', raw('[]'));
  await assert.rejects(unknown, { code: 'overloaded' });
  assert.deepEqual((await next).body, []);
  await bodies.close();
});

test('large bodies are rejected while too many bytes are queued', async () => {
  const bodies = new LargeBodies();
  const raw = { params: {}, query: {}, headers: {}, body: Buffer.alloc(LARGE_BODY_LIMIT_BYTES, 'x') };
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => bodies.validate('createOffers', raw)));
  const refused = outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason.code === 'overloaded');
  assert.deepEqual(refused, [...Array(9).fill(false), true, true, true]);
  await bodies.close();
});
