// The ledger: a fact is found by an id, and followed from the offer to the reward.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ConsoleUnderTest } from '../support/console.ts';
import { until } from '../support/until.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start({}, []);
});
after(() => console.stop());

async function send(path: string, body: unknown): Promise<void> {
  const response = await console.server.request(path, { method: 'POST', body: JSON.stringify(body) });
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
}

/** An offer, its click, and what the network reports about it. Resolves when the reward is booked. */
async function sell(id: string, name: string): Promise<void> {
  const ids = { convo_id: `c-${id}`, click_id: `k-${id}`, presentation_id: 'p1' };
  const click = { program: 'gold', email: `${id}@example.com`, click_datetime: new Date().toISOString(), ...ids };
  const product = { name, value: 80, currency: 'EUR', rebate_pct: 5, presentment_id: 'p1' };
  await send('/offers/single', { product_click: click, product_info: product });
  await send(`/clickthrough/c-${id}`, click);
  const sale = { network: 'linkwell', transaction_id: `t-${id}`, click_id: `k-${id}`, currency: 'EUR' };
  await send('/v1/conversions', { conversions: [{ ...sale, sale_amount: '80.00', commission: '6.40' }] });
  await send('/v1/conversions', { conversions: [{ ...sale, status: 'approved', sale_amount: '80.00' }] });
  await until(async () => {
    const response = await console.server.request(`/v1/rewards?email=${encodeURIComponent(click.email)}`);
    return ((await response.json()) as { items: unknown[] }).items.length > 0;
  });
}

const entries = (page: Page) => page.getByRole('list', { name: 'Time line' }).getByRole('heading');

test('an empty ledger says what comes next, and an unknown id that there is none', async () => {
  const page = await console.open('ledger');
  await page.getByText('No conversions yet').waitFor();
  await page.getByLabel('Recent').selectOption('Rewards');
  await page.getByText('No rewards yet').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('made-up');
  await page.getByText('No fact has this id').waitFor();
  await page.goto(`${console.server.url}/console/ledger/offer/999999`);
  await page.getByText('There is no such fact').waitFor();
  await console.close(page);
});

test('a sale is found by its click, and followed from the offer to the reward', async () => {
  await sell('kettle', 'Kettle');
  await sell('hostile', HOSTILE.repeat(140));
  const page = await console.open('ledger');
  await page.getByRole('link', { name: 't-hostile' }).waitFor();
  await page.getByLabel('Status').selectOption('Pending');
  await page.getByText('No such conversions').waitFor();
  await page.getByLabel('Find by id').fill('k-kettle');
  await page.getByRole('link', { name: /^Offer/ }).waitFor();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Click');
  await page.getByRole('link', { name: /^Offer/ }).waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: /^Click/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Click \d+$/ }).waitFor();
  await entries(page).filter({ hasText: 'Reward' }).first().waitFor();
  const kinds = await entries(page).allTextContents();
  assert.deepEqual([kinds.slice(0, 2), kinds.at(-1)], [['Offer', 'Click'], 'Reward']);
  assert.ok(kinds.includes('Conversion'), String(kinds));
  await page.getByText('€6.40').first().waitFor();
  assert.equal(await page.getByText('kettle@example.com').count(), 0, 'emails are masked');
  await page.getByRole('link', { name: 'Reward' }).first().click();
  await page.getByRole('heading', { level: 1, name: /^Reward \d+$/ }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: /^Click \d+$/ }).waitFor();
  await page.getByRole('link', { name: 't-kettle' }).click();
  await page.getByRole('link', { name: /^Conversion/ }).waitFor();
  await console.close(page);
});

test('the ledger needs the scope operate, and its pages are accessible', async () => {
  const page = await console.open('ledger', { scopes: ['catalogue'] });
  await page.getByText('Your key may not see Ledger').waitFor();
  await console.close(page);
  const reading = await console.server.request('/v1/ledger?id=k-hostile&kind=offer');
  const { items } = (await reading.json()) as { items: { id: string }[] };
  await console.assertAccessible('ledger', (page) => page.getByRole('link', { name: 't-kettle' }).waitFor());
  await console.assertAccessible('ledger?list=rewards', (page) => page.getByText('gold').first().waitFor());
  await console.assertAccessible(`ledger/offer/${items[0]!.id}`, (page) => entries(page).first().waitFor());
});
