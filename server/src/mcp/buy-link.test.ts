// get_buy_link: the offer that it registers, the click that its link records, and what reports and traces say of both.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callTool } from '../../../test/support/mcp-calls.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';

const BROWSER = { 'x-api-key': '', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const BOOT = {
  id: 'boot',
  name: 'Walking boot',
  brand: 'Altavia',
  currency: 'USD',
  final_price: 63,
  product_url: 'https://shop.example/boot',
  merchant_url: 'https://track.example/click?m=1&sid={click_id}',
};

let service: TestApp;
before(async () => {
  service = await startTestApp();
  await service.stock([BOOT, { id: 'bare', name: 'Bookend', currency: 'USD', final_price: 5 }]);
});
after(() => service.stop());

let last = 0;
const newConvo = () => `talk ${++last}/ä`;
const buy = (args: object) => callTool(service.app, 'get_buy_link', { id: 'boot', program: 'gold', ...args });
const offers = async () => {
  const rows = await service.deps.store.exportFacts({ kind: 'offers', after: 0, since_ms: 0, limit: 1000 });
  return rows.map(({ data, email }) => ({ ...data, email }) as Record<string, unknown>);
};
const pathOf = (url: string) => url.slice('http://service.example'.length);

test('the link redirects to the shop with the id of its click, and both are on the trace', async () => {
  const convo_id = newConvo();
  const { data, text } = await buy({ convo_id });
  assert.ok(text.startsWith(`Buy link: ${data.url}\n"Walking boot" | by "Altavia" | USD 63.00 | "Kettle House"`), text);
  assert.match(text, /affiliate link: say so/);
  assert.match(data.url, /^http:\/\/service\.example\/clickthrough\/talk%20\d%2F%C3%A4\/mcp-/);
  const { status, headers } = await service.call('GET', pathOf(data.url), undefined, BROWSER);
  const click_id = new URL(data.url).searchParams.get('click_id');
  assert.deepEqual([status, headers.location], [302, `https://track.example/click?m=1&sid=${click_id}`]);
  const { json } = await service.call('GET', `/spy/${encodeURIComponent(convo_id)}`);
  assert.deepEqual(
    json.events.map(({ kind }: { kind: string }) => kind),
    ['offer', 'tool', 'click'],
  );
});

test('the same call is a replay; another person, program or price is another offer', async () => {
  const convo_id = newConvo();
  const { data: first } = await buy({ convo_id });
  service.clock.advance(60_000);
  const { data: again } = await buy({ convo_id });
  assert.deepEqual([again.url, again.offer_id], [first.url, first.offer_id]);
  const ids = new Set([first.offer_id]);
  for (const change of [{ email: 'ann@example.com' }, { email: 'bob@example.com' }, { program: 'silver' }])
    ids.add((await buy({ convo_id, ...change })).data.offer_id);
  ids.add((await buy({ convo_id, email: 'ANN@example.com' })).data.offer_id);
  await service.stock([{ ...BOOT, final_price: 61 }]);
  ids.add((await buy({ convo_id })).data.offer_id);
  assert.equal(ids.size, 5);
  await service.stock([BOOT]);
});

test('the email is optional and is never in the link; the offer keeps it', async () => {
  const convo_id = newConvo();
  const { data } = await buy({ convo_id, email: ' Kim@Example.com ' });
  assert.ok(!decodeURIComponent(data.url).toLowerCase().includes('kim@'));
  await buy({ convo_id });
  const stored = (await offers()).filter((offer) => offer.convo_id === convo_id);
  assert.deepEqual(
    stored.map(({ email, format, program }) => [String(email).trim(), format, program]),
    [
      ['Kim@Example.com', 'single', 'gold'],
      ['null', 'single', 'gold'],
    ],
  );
  const refused = await buy({ convo_id, email: 'not an email' });
  assert.ok(refused.isError && /email/.test(refused.text), refused.text);
});

test('a sale of its click is matched, and promises no reward', async () => {
  const convo_id = newConvo();
  const { data } = await buy({ convo_id });
  await service.call('GET', pathOf(data.url), undefined, BROWSER);
  const click_id = new URL(data.url).searchParams.get('click_id');
  const sale = { network: 'linkwell', transaction_id: `t-${convo_id}`, click_id, sale_amount: '63', currency: 'USD' };
  const { json } = await service.call('POST', '/v1/conversions', { conversions: [sale] });
  assert.equal(json[0].is_matched, true);
  const { json: conversion } = await service.call('GET', `/v1/conversions/${json[0].id}`);
  assert.equal(conversion.reward.reason, 'no_rebate');
});

test('searches, offers and clicks of agents count in the reports', async () => {
  const convo_id = newConvo();
  await callTool(service.app, 'search_products', { query: 'walking boot', convo_id });
  await callTool(service.app, 'search_products', { query: 'walking boot', convo_id: `${convo_id} other` });
  const { data } = await buy({ convo_id, program: 'counted' });
  await service.call('GET', pathOf(data.url), undefined, BROWSER);
  const { json: trace } = await service.call('GET', `/spy/${encodeURIComponent(convo_id)}`);
  assert.deepEqual(
    trace.events.map(({ kind }: { kind: string }) => kind),
    ['search', 'tool', 'offer', 'tool', 'click'],
  );
  const days = 'from=2026-03-04&to=2026-03-04';
  const { json: searches } = await service.call('GET', `/v1/reports/searches?${days}`);
  assert.equal(searches.rows.find(({ query }: { query: string }) => query === 'walking boot')?.searches, 2);
  const { json: funnel } = await service.call('GET', `/v1/reports/funnel?${days}&group_by=program`);
  const own = funnel.rows.find(({ key }: { key: string }) => key === 'counted');
  assert.deepEqual([own?.offers, own?.clicks], [1, 1], JSON.stringify(funnel.rows));
});

test('a product without a link, a foreign host and a read-only service are refused with advice', async () => {
  const convo_id = newConvo();
  const bare = await buy({ convo_id, id: 'bare' });
  assert.ok(bare.isError && /no link for "Bookend".*similar_products/.test(bare.text), bare.text);
  const missing = await buy({ convo_id, id: 'none' });
  assert.ok(missing.isError && /search_products/.test(missing.text));
  await service.withSettings({ READ_ONLY: 'true' }, async ({ app }) => {
    const refused = await callTool(app, 'get_buy_link', { id: 'boot', program: 'gold', convo_id });
    assert.ok(refused.isError && /takes no changes/.test(refused.text), refused.text);
  });
  service.deps.link_hosts = ['other.example'];
  await service.withSettings({}, async ({ app }) => {
    const foreign = await callTool(app, 'get_buy_link', { id: 'boot', program: 'gold', convo_id });
    assert.ok(foreign.isError && /direct_link/.test(foreign.text), foreign.text);
  });
  service.deps.link_hosts = '*';
});

test('every tool call is on the trace of the conversation that it names, with its arguments masked', async () => {
  const convo_id = newConvo();
  const calls: [string, object][] = [
    ['search_products', { query: 'boots for ann@example.com' }],
    ['get_products', { ids: ['boot'] }],
    ['similar_products', { id: 'boot' }],
    ['find_merchants', {}],
    ['list_filter_values', { field: 'brand', query: 'boot' }],
    ['price_history', { id: 'boot' }],
    ['price_history', { id: 'none' }],
    ['get_buy_link', { id: 'boot', program: 'gold', email: 'ann@example.com' }],
    ['get_products', { ids: Array.from({ length: 10 }, (_, i) => `${i}${'x'.repeat(500)}`) }],
  ];
  for (const [name, args] of calls) await callTool(service.app, name, { ...args, convo_id });
  const { json } = await service.call('GET', `/spy/${encodeURIComponent(convo_id)}`);
  const tools = json.events.filter(({ kind }: { kind: string }) => kind === 'tool');
  assert.deepEqual(
    tools.map(({ data }: { data: { tool: string; outcome: string } }) => [data.tool, data.outcome]),
    calls.map(([name, args]) => [name, 'id' in args && args.id === 'none' ? 'refused' : 'answered']),
  );
  assert.deepEqual(tools[0].data.arguments, { query: 'boots for a***@example.com', detail: 'brief' });
  assert.ok(!JSON.stringify(json).includes('ann@'));
  assert.equal(tools.at(-1).data.arguments.length, 2000);
  const listed = await service.call('GET', '/v1/conversations?per_page=1');
  assert.equal(listed.json.items[0].counts.tool, calls.length);
});
