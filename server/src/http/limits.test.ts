// Every free text has a length limit, reported like Pydantic does.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examples } from '@finderfee/contract/examples.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

let service: TestApp;
before(async () => {
  service = await startTestApp();
});
after(() => service.stop());

type Body = Record<string, Record<string, unknown>>;

const tooLong = (max_length: number) => ({
  type: 'string_too_long',
  msg: `String should have at most ${max_length} characters`,
  ctx: { max_length },
});

async function detailsOf(path: string, body: unknown) {
  const { status, json } = await service.call('POST', path, body);
  return status === 422 ? json.detail : status;
}

test('the texts of an offered product are limited in code points', async () => {
  const offer = (field: string, value: unknown) => {
    const { product_click, product_info } = structuredClone(examples.createOffer.body) as Body;
    return {
      product_click: { ...product_click, click_id: `k-${field}` },
      product_info: { ...product_info, [field]: value },
    };
  };
  const limits = {
    name: 4096,
    image_url: 4096,
    price: 4096,
    description: 65_536,
    brand: 4096,
    category: 4096,
    currency: 4096,
  };
  for (const [field, max] of Object.entries(limits)) {
    assert.equal(await detailsOf('/offers/single', offer(field, '😀'.repeat(max))), 201, field);
    assert.deepEqual(await detailsOf('/offers/single', offer(field, 'x'.repeat(max + 1))), [
      { ...tooLong(max), loc: ['body', 'product_info', field] },
    ]);
  }
  assert.deepEqual(await detailsOf('/offers/single', offer('merchant', { id: 7, name: 'x'.repeat(4097) })), [
    { ...tooLong(4096), loc: ['body', 'product_info', 'merchant', 'name'] },
  ]);
});

test('the utm parameters of a signup are limited in number, name and value', async () => {
  const signup = (utm: Record<string, unknown>) => ({ program: 'gold', email: 'ann@example.com', utm });
  const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));
  const [long, longer] = ['x'.repeat(256), 'x'.repeat(257)];

  assert.equal(await detailsOf('/signup/c1', signup({ ...entries(99), [long]: 'v'.repeat(4096) })), 202);
  assert.deepEqual(await detailsOf('/signup/c1', signup(entries(101))), [
    {
      type: 'too_long',
      loc: ['body', 'utm'],
      msg: 'Dictionary should have at most 100 items after validation, not 101',
      input: entries(101),
      ctx: { field_type: 'Dictionary', max_length: 100, actual_length: 101 },
    },
  ]);
  assert.deepEqual(await detailsOf('/signup/c1', signup({ ...entries(101), [longer]: 'v'.repeat(4097), other: 5 })), [
    { ...tooLong(256), loc: ['body', 'utm', longer, '[key]'], input: longer },
    { ...tooLong(4096), loc: ['body', 'utm', longer] },
    { type: 'string_type', loc: ['body', 'utm', 'other'], msg: 'Input should be a valid string', input: 5 },
  ]);
  assert.deepEqual(await detailsOf('/signup/c1', signup({ '[key]': 'v'.repeat(4097) })), [
    { ...tooLong(4096), loc: ['body', 'utm', '[key]'] },
  ]);
});

test('a refinement selection is limited like the value of a criterion', async () => {
  const choice = (category: string, selection: string) => ({ refinement_selection: { category, selection } });
  assert.deepEqual(await detailsOf('/chat/c1', choice('x'.repeat(1001), 'x'.repeat(1001))), [
    { ...tooLong(1000), loc: ['body', 'refinement_selection', 'category'], input: 'x'.repeat(1001) },
    { ...tooLong(1000), loc: ['body', 'refinement_selection', 'selection'], input: 'x'.repeat(1001) },
  ]);
});
