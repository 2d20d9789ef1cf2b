// What holds on every page: keyboard, phone width, hostile texts, a slow and a failing service, a base path, few scopes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SCOPES } from '@finderfee/contract/endpoint.ts';
import type { Page, Route } from 'playwright-core';
import { assertFits, ConsoleUnderTest, PHONE } from '../support/console.ts';
import { startPathProxy } from '../support/path-proxy.ts';
import { runCommand } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const MARKUP = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
const LONG = `${MARKUP} ${'long'.repeat(2500)}`;
/** As long as an id may be, without a space. */
const LONG_ID = MARKUP.padEnd(256, 'x').replaceAll(' ', '_');

let console: ConsoleUnderTest;
let receiver: WebhookReceiver;
/** Addresses of all pages of the menu, and of what they lead to. */
let paths: string[];

before(async () => {
  receiver = await WebhookReceiver.start();
  console = await ConsoleUnderTest.start({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' });
  await fill();
  const page = await console.open();
  await isLoaded(page);
  const menu = await pagesOf(page);
  await console.close(page);
  assert.ok(menu.length >= 9);
  const found = await read<{ items: { id: string }[] }>('/v1/ledger?id=k1&kind=offer');
  const offer = `ledger/offer/${encodeURIComponent(found.items[0]!.id)}`;
  const system = ['system/settings', 'system/audit', 'system/data'];
  paths = [...menu, 'lab?q=zebrafish', offer, 'conversations/c1', 'webhooks/1', ...system];
});
after(async () => {
  receiver.stop();
  await console.stop();
});

async function send<T>(path: string, body: unknown): Promise<T> {
  const response = await console.server.request(path, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  assert.ok(response.ok, `${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}
const read = async <T>(path: string) => (await (await console.server.request(path)).json()) as T;

/** Facts, products and settings whose texts are markup and as long as they may be. */
async function fill(): Promise<void> {
  const product = {
    ...{ id: 'h1', name: `Zebrafish ${LONG}`.slice(0, 2000), description: LONG.slice(0, 10_000), currency: 'EUR' },
    ...{ brand: MARKUP, final_price: 5, product_url: 'https://shop.example/p', merchant_url: 'https://shop.example/t' },
    ...{ merchant: { id: '7', name: MARKUP }, image_url: `${console.server.url}/no-such-picture.png` },
  };
  await send('/v1/catalogue/products', { products: [product] });
  const ids = { convo_id: 'c1', click_id: 'k1', presentation_id: 'p1' };
  const click = { program: LONG_ID, email: 'ann@example.com', click_datetime: new Date().toISOString(), ...ids };
  const sold = { name: LONG.slice(0, 4000), value: 80, currency: 'EUR', rebate_pct: 5, presentment_id: 'p1' };
  await send('/offers/single', { product_click: click, product_info: sold });
  await send('/clickthrough/c1', click);
  const sale = { network: 'linkwell', transaction_id: LONG_ID, click_id: 'k1', sale_amount: '80.00', currency: 'EUR' };
  await send('/v1/conversions', { conversions: [{ ...sale, commission: '6.40' }] });
  await send('/chat/c1', { chat: `${MARKUP} ${'long'.repeat(400)}` });
  const webhook = { url: receiver.url, events: ['webhook.test'], description: LONG.slice(0, 500) };
  const { id } = await send<{ id: number }>('/v1/webhooks', webhook);
  receiver.answerWith(500, {}, LONG);
  await send(`/v1/webhooks/${id}/test`, {});
  await receiver.waitFor(1);
  await send('/v1/keys', { name: LONG.slice(0, 200), scopes: ['discovery'] });
}

const pagesOf = async (page: Page): Promise<string[]> => {
  const links = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').all();
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
  return hrefs.map((href) => href!.replace(/^.*\/console\//, ''));
};

const loading = (page: Page) => page.locator('main [aria-busy=true], main [aria-label=Loading]');

/** Its head is there, and nothing waits for the service. */
async function isLoaded(page: Page): Promise<void> {
  await page.locator('main h1').waitFor();
  await until(async () => (await loading(page).count()) === 0);
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, name: string, role = ''): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string[]>(`(() => {
      const { activeElement: e } = document;
      const label = e.labels?.[0]?.innerText ?? '';
      return [e.tagName, ...[e.getAttribute('aria-label') ?? '', label, e.innerText ?? ''].map((t) => t.trim())];
    })()`);
    if (focused.slice(1).some((text) => text.startsWith(name)) && (role === '' || focused[0] === role)) return;
  }
  assert.fail(`Tab does not reach “${name}” on ${page.url()}`);
}

test('each page fits a phone and stays text, whatever the texts hold', async () => {
  const page = await console.open('', { viewport: PHONE });
  page.on('dialog', (dialog) => assert.fail(dialog.message()));
  for (const path of paths) {
    await page.goto(`${console.server.url}/console/${path}`);
    await isLoaded(page);
    await assertFits(page).catch((error) => assert.fail(`${path}: ${(error as Error).message}`));
    assert.equal(await page.locator('img[src=x], main script').count(), 0, path);
    assert.equal(await page.getByRole('alert').count(), 0, path);
  }
  for (const path of ['ledger', 'conversations/c1', 'webhooks', 'keys', 'lab?q=zebrafish', 'overview']) {
    await page.goto(`${console.server.url}/console/${path}`);
    const shown = page.getByText('<img').filter({ visible: true }).first();
    await shown.waitFor().catch(() => assert.fail(`${path} does not show the text`));
  }
  await page.goto(`${console.server.url}/console/lab?q=zebrafish`);
  await page.locator('span.picture').waitFor();
  await console.close(page);
});

/** What pages load; not the session. */
const LOADS = /\/v1\/|\/spy\/|\/readyz/;
/** Pages that load nothing by themselves. */
const AT_REST = ['system/data'];

test('each page says that it loads, then what failed with the request id, and recovers', async () => {
  const page = await console.open();
  const fail = (route: Route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'r-77' }, json: { detail: 'It broke.' } }).catch(() => {});
  for (const path of paths.filter((each) => !AT_REST.includes(each))) {
    await isLoaded(page);
    const waiting: Route[] = [];
    let isSlow = true;
    await page.route(LOADS, (route) => (isSlow ? waiting.push(route) : fail(route)));
    await page.goto(`${console.server.url}/console/${path}`);
    await until(() => waiting.length > 0);
    await loading(page)
      .first()
      .waitFor()
      .catch(() => assert.fail(`${path} does not say that it loads`));
    isSlow = false;
    await Promise.all(waiting.map(fail));
    const alerts = page.getByRole('alert').filter({ hasText: 'It broke.' });
    await alerts.getByText('r-77').first().waitFor();
    await page.unroute(LOADS);
    const retry = alerts.getByRole('button', { name: 'Try again' });
    // A page that loads again by itself may be faster than the click.
    await until(async () => {
      if ((await alerts.count()) === 0) return true;
      return void (await retry
        .first()
        .click({ timeout: 500 })
        .catch(() => {}));
    });
    await isLoaded(page);
  }
  await console.close(page);
});

test('each page works below a path that a proxy strips, from the menu and reloaded', async (t) => {
  const { url, stop } = await startPathProxy(console.server.url, '/find/er');
  t.after(stop);
  const page = await console.open('', { url });
  await isLoaded(page);
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  for (let i = 0; i < (await links.count()); i++) {
    await links.nth(i).click();
    await isLoaded(page);
    assert.ok(page.url().startsWith(`${url}/console/`), page.url());
    await page.reload();
    await isLoaded(page);
    assert.equal(await page.getByRole('alert').count(), 0, page.url());
  }
  await console.close(page);
});

test('a key sees the pages of its scopes, and nothing there is refused', async () => {
  const menus: Record<string, string[]> = {};
  for (const scope of SCOPES) {
    const page = await console.open('', { scopes: [scope] });
    await isLoaded(page);
    menus[scope] = await pagesOf(page);
    for (const path of menus[scope]) {
      await page.goto(`${console.server.url}/console/${path}`);
      await isLoaded(page);
      assert.equal(await page.getByRole('alert').count(), 0, `${scope}: ${path}`);
    }
    await console.close(page);
  }
  assert.ok(menus.operate!.includes('overview') && !menus.operate!.includes('keys'));
  assert.deepEqual(menus.admin, ['keys', 'system']);
  assert.deepEqual(menus.pii, ['system']);
});

test('a person whose key is revoked signs in again, and is where they were', async () => {
  const { id, key } = await console.createKey(['operate']);
  const page = await console.open('ledger', { key });
  await isLoaded(page);
  await runCommand(['keys', 'revoke', id], { DATA_DIR: console.server.folder });
  await until(async () => (await console.server.request('/console/session', { key })).status !== 200);
  await page.getByLabel('Recent').selectOption('Rewards');
  await page.getByText('Your session has ended').waitFor();
  await page.getByLabel('API key').fill('test-key');
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Rewards' }).waitFor();
  await console.close(page);
});

test('each page works with the keyboard alone', async () => {
  const page = await console.open();
  await isLoaded(page);
  const type = (text: string) => page.keyboard.type(text);
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** By the menu. */
  const go = async (title: string) => {
    await tabTo(page, title);
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await isLoaded(page);
  };
  await tabTo(page, 'Signups');
  await press('Enter');
  await page.getByRole('img', { name: /^Signups per day/ }).waitFor();

  await go('Search lab');
  await press('/');
  await type('zebrafish');
  await press('Enter');
  await page.locator('.hit-name h2').first().waitFor();
  await go('Searches');
  await press('/');
  await type('zebrafish');
  await page.waitForURL(/q=zebrafish/);
  await go('Ledger');
  await press('/');
  await type('k1');
  await press('Enter');
  await page.getByRole('link', { name: /^Click/ }).waitFor();
  await tabTo(page, 'Click', 'A');
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Click/ }).waitFor();
  await go('Conversations');
  await press('/');
  await type('c1');
  await press('Enter');
  await page.getByRole('log', { name: 'Transcript' }).waitFor();

  await go('Webhooks');
  await tabTo(page, 'Add a webhook');
  await press('Enter');
  await tabTo(page, 'URL');
  await type('https://hooks.example/');
  await tabTo(page, 'click.recorded');
  await press('Space', 'Enter');
  await page.getByRole('dialog').locator('pre').waitFor();
  await tabTo(page, 'Done');
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Webhook \d/ }).waitFor();
  await go('Jobs');
  await tabTo(page, 'State', 'SELECT');
  await press('ArrowDown');
  await page.waitForURL(/state=/);
  await go('Keys');
  await tabTo(page, 'New key');
  await press('Enter');
  await tabTo(page, 'Name');
  await type('till');
  await tabTo(page, 'operate');
  await press('Space', 'Enter');
  await page.getByRole('dialog').locator('pre').waitFor();
  await press('Escape');
  await page.getByText('till', { exact: true }).waitFor();
  await go('System');
  await tabTo(page, 'Rebuild');
  await press('Enter');
  await tabTo(page, 'Rebuild');
  await press('Enter');
  await page.getByText(/of 1 requested/).waitFor();
  await console.close(page);
});
