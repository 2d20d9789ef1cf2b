// The client in a real browser: the keyless calls from the page of another origin, and the chat page of the examples.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Finderfee } from '../../client/src/finderfee.ts';
import { FinderfeeOperator } from '../../client/src/operator.ts';
import { click, examples } from '../../contract/src/examples.ts';
import { startBrowser } from '../support/browser.ts';
import { projectWithClient } from '../support/built-client.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

let browser: Browser;
let service: ServerProcess;
let project: string;
let pages: Server;
let origin: string;
/** Serves the files of the project, as any static server does. */
const serve: Parameters<typeof createServer>[1] = ({ url = '' }, response) => {
  const { pathname } = new URL(url, 'http://localhost');
  if (pathname === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A shop</title>');
  const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  const type = file.endsWith('.html') ? 'text/html' : 'text/javascript';
  try {
    response.writeHead(200, { 'content-type': type }).end(readFileSync(project + file));
  } catch {
    response.writeHead(404).end();
  }
};

before(async () => {
  project = projectWithClient();
  cpSync(`${import.meta.dirname}/../../examples`, `${project}/examples`, { recursive: true });
  pages = createServer(serve).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const settings = { CORS_ORIGINS: origin, OFFER_LINK_HOSTS: '*' };
  [browser, service] = await Promise.all([startBrowser(), ServerProcess.start(settings)]);
  await service.ready();
  const operator = new FinderfeeOperator({ baseUrl: service.url, apiKey: 'test-key' });
  const price = { final_price: 50, regular_price: 50, currency: 'USD' };
  await operator.catalogue.upsert([{ id: 'k1', name: 'Copper kettle', merchant: { name: 'Kettle House' }, ...price }]);
  await until(async () => (await operator.products.search({ query: 'kettle' })).items.length === 1);
});
after(async () => {
  await browser.close();
  await service.remove();
  pages.close().closeAllConnections();
  rmSync(project, { recursive: true });
});

/** Faults that the page reports are those of the test. */
async function open(path: string): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(origin + path);
  return { page, faults };
}

test('a page makes the keyless calls, and reads the ids of refused requests', async () => {
  const { page, faults } = await open('/');
  const input = { url: service.url, click, offer: examples.createOffer.body, signup: examples.recordSignup.body };
  const seen = await page.evaluate(async ({ url, click, offer, signup }) => {
    const entry = '/node_modules/@finderfee/client/dist/finderfee.js';
    const { Finderfee: Client, isOfferReference } = await import(entry);
    const client: Finderfee = new Client({ baseUrl: url });
    const created = await client.offers.create(offer as never);
    const retried = await client.offers.retry(click);
    await client.clicks.record(click);
    const { message_type } = await client.signups.record('c1', signup as never);
    const { pagination } = await client.chat.send('c1', 'a copper kettle');
    const { items } = await client.rankingSessions.getPage('c1', pagination?.session_id ?? '', 0);
    const events: string[] = [];
    for await (const { event } of client.chat.stream('c1', 'hello')) events.push(event);
    const refusal = await client.criteriaSets.list().catch((error) => error);
    return {
      ...{ isRegistered: isOfferReference(created), isSame: JSON.stringify(created) === JSON.stringify(retried) },
      ...{ message_type, name: items[0]?.name, last: events.at(-1), status: refusal.status, id: refusal.requestId },
      ...{ link: client.clicks.redirectUrl(click), origin: new Client({}).transport.baseUrl },
    };
  }, input);
  const { id, link, ...others } = seen;
  const expected = {
    isRegistered: true,
    isSame: true,
    message_type: 'signup_ack',
    name: 'Copper kettle',
    last: 'done',
  };
  assert.deepEqual(others, { ...expected, status: 403, origin });
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.ok(link.startsWith(`${service.url}/clickthrough/c1/p1?`), link);
  assert.deepEqual(faults, []);
  await page.close();
});

test('the chat page shows the reply and the products', async () => {
  const { page, faults } = await open(`/examples/chat-page/?url=${encodeURIComponent(service.url)}`);
  await page.getByLabel('Your message').fill('a copper kettle');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Copper kettle, 50 USD').waitFor();
  assert.match((await page.locator('#log li').nth(1).textContent()) ?? '', /kettle/i);
  assert.deepEqual(faults, []);
  await page.close();
});
