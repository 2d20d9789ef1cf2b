// The overview: what happened in a range of days, by stage, currency, program and merchant, and what is out of order.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertFits, ConsoleUnderTest, PHONE } from '../support/console.ts';
import { until } from '../support/until.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
const DAY_MS = 86_400_000;

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start({
    ...{ FEED_PRIVATE_HOSTS: '127.0.0.1', WEBHOOK_PRIVATE_HOSTS: '127.0.0.1', DEMO_ACTIVITY: 'false' },
  });
});
after(() => console.stop());

const heading = (page: Page, name = 'Overview') => page.getByRole('heading', { level: 1, name }).waitFor();
const stage = (page: Page, name: string) =>
  page.getByLabel('Funnel').getByRole('link', { name: new RegExp(`^${name}`) });

async function send(path: string, body: unknown): Promise<Response> {
  const response = await console.server.request(path, { method: 'POST', body: JSON.stringify(body) });
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
  return response;
}

interface Sale {
  program: string;
  merchant: { id: string; name: string };
  currency: string;
  ago_days: number;
  /** Without one, the click is not followed by a sale. */
  commission?: string;
}

let last = 0;

/** An offer and its click, and perhaps what the network reports about it. */
async function sell({ program, merchant, currency, ago_days, commission }: Sale): Promise<void> {
  const n = ++last;
  const at = new Date(Date.now() - ago_days * DAY_MS).toISOString();
  const ids = { convo_id: `c${n}`, click_id: `k${n}` };
  const click = { program, email: `shopper${n}@example.com`, presentation_id: 'p1', click_datetime: at, ...ids };
  const product = { name: 'Kettle', value: 100, currency, rebate_pct: 4, presentment_id: 'p1', merchant };
  await send('/offers/single', { product_click: click, product_info: product });
  await send(`/clickthrough/c${n}`, click);
  if (commission === undefined) return;
  const sale = { network: 'linkwell', transaction_id: `t${n}`, click_id: `k${n}`, occurred_at: at };
  await send('/v1/conversions', { conversions: [{ ...sale, sale_amount: '100.00', commission, currency }] });
}

const LAMPS = { id: '900001', name: 'Lamp House' };
const KETTLES = { id: '900002', name: 'Kettle House' };

test('an installation without facts says so, and leads on', async () => {
  const page = await console.open();
  await heading(page);
  assert.match(page.url(), /\/console\/overview$/, 'it is the start page');
  await page.getByText('Nothing happened in these 30 days').waitFor();
  await page.getByRole('link', { name: 'Look at the last year' }).click();
  await page.getByText('Nothing happened in these 365 days').waitFor();
  await console.close(page);
});

test('a person sees what a period was worth, and where it came from', async () => {
  const sales: Sale[] = [
    { program: 'gold', merchant: LAMPS, currency: 'USD', ago_days: 0, commission: '10.00' },
    { program: 'gold', merchant: KETTLES, currency: 'EUR', ago_days: 0, commission: '20.50' },
    { program: 'gold', merchant: LAMPS, currency: 'USD', ago_days: 2 },
    { program: HOSTILE, merchant: KETTLES, currency: 'USD', ago_days: 0, commission: '1.25' },
    { program: 'gold', merchant: KETTLES, currency: 'USD', ago_days: 40 },
  ];
  for (const sale of sales) await sell(sale);
  const page = await console.open('overview');
  await stage(page, 'Clicks 4').waitFor();
  // The period before is loaded by itself.
  await stage(page, 'Clicks').getByText('+300%').waitFor();
  await stage(page, 'Conversions 3').waitFor();
  const earnings = page.getByRole('table', { name: 'Earnings by currency' });
  await earnings.getByRole('row', { name: 'EUR €100.00 €20.50' }).waitFor();
  await earnings.getByRole('row', { name: 'USD $200.00 $11.25' }).waitFor();
  await page.getByRole('row', { name: `${HOSTILE} 1 1` }).waitFor();

  await page.getByText('Merchants', { exact: true }).click();
  await page.getByRole('row', { name: /Merchant 900001 2 2 1/ }).waitFor();
  await page.getByText('Days', { exact: true }).click();
  await page
    .getByRole('cell', { name: 'Next page' })
    .or(page.getByRole('link', { name: 'Next page' }))
    .click();
  await page.getByRole('link', { name: 'First page' }).waitFor();
  assert.match(page.url(), /by=day&cursor=25/);
  await page.goBack();
  await page.getByRole('link', { name: 'Next page' }).waitFor();

  await stage(page, 'Rewards').click();
  await page.getByRole('img', { name: /^Rewards per day: .*Rewards €0.00 to/ }).waitFor();
  await page.getByText('USD', { exact: true }).first().click();
  await page.getByRole('img', { name: /^Rewards per day: .*Commission \$0.00 to \$11.25/ }).waitFor();

  await page.getByText('90 days').click();
  await stage(page, 'Clicks 5').waitFor();
  await page.reload();
  await stage(page, 'Clicks 5').waitFor();
  assert.match(page.url(), /days=90/);
  const day = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10);
  await page.getByRole('textbox', { name: 'To' }).fill(day);
  await stage(page, 'Clicks 1').waitFor();
  assert.match(page.url(), new RegExp(`to=${day}`));
  await console.close(page);
});

test('the overview is narrowed to a program or a merchant, and the address holds it', async () => {
  const page = await console.open('overview');
  await page.getByRole('link', { name: 'gold', exact: true }).click();
  await stage(page, 'Clicks 3').waitFor();
  assert.match(page.url(), /program=gold/);
  assert.equal(await stage(page, 'Searches').count(), 0, 'a search is of no program');
  await page.getByRole('img', { name: /^Clicks per day: .*Clicks 0 to 2/ }).waitFor();
  await page.getByRole('heading', { name: 'By day' }).waitFor();
  const filter = page.getByLabel('Program or merchant');
  await filter.selectOption({ label: 'Merchant 900001' });
  await stage(page, 'Clicks 2').waitFor();
  await page.reload();
  await stage(page, 'Clicks 2').waitFor();
  assert.match(page.url(), /[?]merchant=900001$/);
  await page.goBack();
  await stage(page, 'Clicks 3').waitFor();
  await filter.selectOption({ label: 'All programs and merchants' });
  await stage(page, 'Clicks 4').waitFor();
  await page.goto(`${console.server.url}/console/overview?program=nobody`);
  await page.getByText('Nothing happened in these 30 days').waitFor();
  await page.getByRole('link', { name: 'Show all programs and merchants' }).click();
  await stage(page, 'Clicks 4').waitFor();
  await console.close(page);
});

test('a table is saved with all its rows, and a line per currency', async () => {
  const page = await console.open('overview?by=program');
  await page.getByRole('table', { name: 'Funnel by program' }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).last().click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.deepEqual(lines.slice(0, 3), [
    'program,offers,clicks,signups,conversions,currency,sale_amount,commission,rewards',
    'gold,4,3,0,2,EUR,100.00,20.50,4.00',
    'gold,4,3,0,2,USD,100.00,10.00,4.00',
  ]);
  await console.close(page);
});

test('what is out of order is seen at a glance, and leads to its page', async () => {
  const page = await console.open('overview');
  const part = (name: RegExp) => page.getByLabel('Health').getByRole('link', { name });
  await part(/^Jobs none dead/).waitFor();
  // A port that nothing listens on.
  await send('/v1/catalogue/feeds', { id: 'lamps', url: 'http://127.0.0.1:1/lamps.csv', every: '1d' });
  const { id } = (await (
    await send('/v1/webhooks', { url: 'http://127.0.0.1:1/', events: ['webhook.test'] })
  ).json()) as {
    id: number;
  };
  await send(`/v1/webhooks/${id}/test`, {});
  // A job is dead when its attempts have failed for days.
  const ledger = new DatabaseSync(`${console.server.folder}/ledger.db`);
  ledger.exec("INSERT INTO jobs VALUES ('j1', 'record_signup', 'j1', 'dead', 10, 0, 'no room', 0, NULL)");
  ledger.close();
  const read = async <T>(path: string) => (await (await console.server.request(path)).json()) as T;
  await until(async () => {
    const feeds = await read<{ items: { failures: number }[] }>('/v1/catalogue/feeds');
    const webhook = await read<{ failing_since: string | null }>(`/v1/webhooks/${id}`);
    return feeds.items[0]!.failures > 0 && webhook.failing_since;
  });
  await page.reload();
  await part(/^Service ready/).waitFor();
  assert.match((await part(/^Jobs 1 dead/).getAttribute('href'))!, /jobs\?state=dead$/);
  assert.match((await part(/^Feeds 1 failing/).getAttribute('href'))!, /feeds\/lamps$/);
  assert.match((await part(/^Webhooks 1 failing/).getAttribute('href'))!, new RegExp(`webhooks/${id}$`));
  await console.close(page);
});

test('a key that may not read reports starts on its first page; one without the catalogue sees no feeds', async () => {
  const few = await console.open('', { scopes: ['discovery'] });
  await few.getByRole('heading', { level: 1 }).waitFor();
  assert.doesNotMatch(few.url(), /overview/);
  assert.equal(await few.getByRole('link', { name: 'Overview' }).count(), 0);
  await console.close(few);
  const operator = await console.open('', { scopes: ['operate'] });
  await operator.getByLabel('Health').getByText('Webhooks').waitFor();
  assert.equal(await operator.getByLabel('Health').getByText('Feeds').count(), 0);
  await console.close(operator);
});

test('a failing service is said with the request id, and what is shown stays', async () => {
  const page = await console.open('overview');
  await stage(page, 'Clicks 4').waitFor();
  await page.route('**/v1/reports/funnel**', (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'r-1' }, json: { detail: 'Internal Server Error' } }),
  );
  await page.getByText('7 days').click();
  await page.getByRole('alert').filter({ hasText: 'r-1' }).first().waitFor();
  await page.unroute('**/v1/reports/funnel**');
  const retry = page.getByRole('button', { name: 'Try again' });
  while ((await retry.count()) > 0)
    await retry
      .first()
      .click({ timeout: 1000 })
      .catch(() => {});
  await page
    .getByLabel('Funnel')
    .getByRole('link', { name: /^Clicks 4/ })
    .waitFor();
  await console.close(page);
});

test('the overview is accessible, and works with the keyboard alone and on a phone', async () => {
  await console.assertAccessible('overview?by=merchant', (page) => stage(page, 'Clicks 4').waitFor());
  const page = await console.open('overview', { viewport: PHONE });
  await stage(page, 'Signups').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /^Signups per day/ }).waitFor();
  await page.getByRole('radio', { name: '30 days' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/days=7/);
  await assertFits(page);
  await console.close(page);
});
