// The search lab: a search with filters, sets and synonyms, the explanation of its results, and two searches side by side.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { CRITERION_FIELDS } from '@finderfee/contract/product-fields.ts';
import type { Page } from 'playwright-core';
import { assertFits, assertNoFaults, ConsoleUnderTest, PHONE } from '../support/console.ts';
import { until } from '../support/until.ts';

const SEARCH = '/v1/discovery/products/search';
const SETS = '/v1/discovery/products/criteria-sets';
const HOSTILE_NAME = `</h2><img src=x onerror=alert(1)> zebrafish ${'<b>'.repeat(300)}`;

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start();
  const { url } = console.server;
  const product = { currency: 'EUR', merchant: { id: '7', name: '"><script>alert(2)</script>' } };
  const products = [
    { ...product, id: 'h1', name: HOSTILE_NAME, image_url: `${url}/nothing.png`, description: 'x'.repeat(10_000) },
    {
      ...product,
      id: 'h2',
      name: `Zebrafish ${'h'.repeat(1900)}`,
      image_url: 'http://192.0.2.1/p.png',
      final_price: 5,
    },
  ];
  const links = { product_url: 'https://shop.example/p', merchant_url: 'https://shop.example/t' };
  const { faults } = await post('/v1/catalogue/products', {
    products: products.map((each) => ({ ...each, ...links })),
  });
  assert.deepEqual(faults, []);
});
after(() => console.stop());

// biome-ignore lint/suspicious/noExplicitAny: the answers are validated elsewhere.
const post = async (path: string, body: object): Promise<any> =>
  (await console.server.request(path, { method: 'POST', body: JSON.stringify(body) })).json();

const found = (page: Page, text: string | RegExp) =>
  page.locator('.lab-results[aria-busy=false] .lab-found', { hasText: text }).waitFor();
const names = (page: Page) => page.locator('.hit-name h2').allTextContents();
const queryOf = (page: Page) => new URL(page.url()).searchParams;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

test('a person searches, filters by every kind, and shares the search as an address and as curl', async () => {
  const page = await console.open('lab');
  await page.getByText('Type a query').waitFor();
  await assertNoFaults(page, 'empty');
  await page.keyboard.press('/');
  await page.keyboard.type('hiking boots');
  await found(page, 'hiking boots');
  await button(page, 'Add a filter').click();
  const field = page.getByLabel('Field of filter 1');
  assert.deepEqual(
    (
      await field
        .locator('option')
        .evaluateAll((options) => options.map((each) => (each as unknown as { value: string }).value))
    ).sort(),
    [...CRITERION_FIELDS].sort(),
  );
  await field.selectOption('final_price');
  await page.getByLabel('Operator of filter 1').selectOption('<=');
  await page.getByLabel('Value of filter 1').fill('cheap');
  await page.getByText('The value is a number').waitFor();
  await page.getByLabel('Value of filter 1').fill('60');
  await button(page, 'Add a filter').click();
  await page.getByLabel('Field of filter 2').selectOption('in_stock');
  await page.getByLabel('Exclude').fill("kids' || women");
  await page.waitForURL(/exclude=/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy as curl').click();
  const command = await page.evaluate<string>('navigator.clipboard.readText()');
  assert.match(command, /"x-api-key: \$FINDERFEE_API_KEY"/);
  const body = JSON.parse(/-d '(.*)'$/s.exec(command)![1]!.replaceAll(String.raw`'\''`, "'"));
  assert.deepEqual(body, {
    query: 'hiking boots',
    exclude_query: "kids' || women",
    criteria: [
      { field: 'final_price', operator: '<=', value: 60 },
      { field: 'in_stock', operator: '=', value: true },
    ],
  });
  const { items } = await post(SEARCH, body);
  assert.ok(items.length > 3, 'the filters leave something');
  const shown = items.slice(0, 20).map(({ name }: { name: string }) => name);
  await until(async () => isDeepStrictEqual(await names(page), shown));

  const shared = await page.context().newPage();
  await shared.goto(page.url());
  await found(shared, 'hiking boots');
  assert.deepEqual(await names(shared), shown);
  await shared.close();
  await button(page, 'Remove filter 1').click();
  await page.goBack();
  assert.equal(await page.getByLabel('Value of filter 1').inputValue(), '60');
  await console.close(page);
});

test('explains each result in numbers that add up, and pages through all of them', async () => {
  const page = await console.open('lab?q=hiking+boots');
  await found(page, 'hiking boots');
  const first = await names(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await page.getByText(/^21 to 40 of/).waitFor();
  assert.notDeepEqual(await names(page), first);
  const score = page.locator('.hit-score').first();
  await score.focus();
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: 'Score' }).getByRole('row');
  const points = (await rows.locator('td').allTextContents()).map(Number);
  const sum = points.slice(0, -1).reduce((all, value) => all + value, 0);
  assert.ok(Math.abs(sum - points.at(-1)!) < 0.006, `${points} are rounded`);
  assert.match((await page.getByRole('table', { name: 'Words' }).textContent())!, /boots/);
  assert.match((await score.getByRole('img').getAttribute('aria-label'))!, /^Score \d\.\d{3}: Words \d\.\d{3}/);
  await page.getByText('Price history and record').click();
  const prices = page.getByRole('table', { name: 'Prices and stock, the newest first' });
  assert.match((await prices.getByRole('row').first().textContent())!, /ago.*\d\.\d\d/);
  await page.getByText('"catalogue_product"').waitFor();
  assert.ok(queryOf(page).has('open') && queryOf(page).get('cursor') === '20');
  await page.getByRole('link', { name: 'Previous page' }).click();
  await page.getByText(/^1 to 20 of/).waitFor();
  assert.deepEqual(await names(page), first);
  await console.close(page);
});

test('saves the filters as a criteria set, asks before it replaces or deletes one, and applies sets', async () => {
  const page = await console.open('lab?q=jacket&filter=on_sale+%3D+true&exclude=kids');
  await found(page, 'jacket');
  await button(page, 'Save as set').click();
  await page.getByLabel('Name', { exact: true }).fill('On sale!');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“On sale!” is saved').waitFor();
  const stored = async () =>
    (await (await console.server.request(`${SETS}/on-sale`)).json()) as Record<string, unknown>;
  const { criteria, query, exclude_query } = await stored();
  assert.deepEqual(
    { criteria, query, exclude_query },
    { criteria: [{ field: 'on_sale', operator: '=', value: true }], query: null, exclude_query: 'kids' },
  );

  await page.goto(`${console.server.url}/console/lab?q=jacket&filter=final_price+%3C%3D+70`);
  await page.getByRole('checkbox', { name: 'On sale!' }).check();
  await page.waitForURL(/set=on-sale/);
  await button(page, 'Save as set').click();
  const dialog = page.getByRole('dialog', { name: 'Save as criteria set' });
  await dialog.getByLabel('Save to').selectOption('on-sale');
  await dialog.getByRole('button', { name: 'Replace' }).click();
  const ask = page.getByRole('dialog', { name: 'Replace “On sale!”?' });
  await assertNoFaults(page, 'asks');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Nothing is changed').waitFor();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await ask.getByRole('button', { name: 'Replace' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(
    (await stored()).criteria,
    [
      { field: 'final_price', operator: '<=', value: 70 },
      { field: 'on_sale', operator: '=', value: true },
    ],
    'with the filters of the set that was applied',
  );

  await button(page, 'Edit On sale!').click();
  await page.getByLabel('Value of filter 2').waitFor();
  assert.deepEqual(queryOf(page).getAll('filter'), ['final_price <= 70', 'on_sale = true']);
  await button(page, 'Delete On sale!').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('“On sale!” is deleted').waitFor();
  assert.equal((await console.server.request(`${SETS}/on-sale`)).status, 404);
  await console.close(page);
});

test('synonyms change the same search at once', async () => {
  const page = await console.open('lab?q=quxzorfl');
  await page.getByText('No product is found').waitFor();
  const group = page.getByLabel('Find or add a group');
  await group.fill('quxzorfl, hiking boots');
  await page.keyboard.press('Enter');
  await page.locator('.hit').first().waitFor();
  await page.getByText('The marks show how the change of synonyms has moved the products.').waitFor();
  await page.getByText('new', { exact: false }).first().waitFor();
  await page.locator('.hit-score').first().click();
  await page.getByRole('table', { name: 'Words' }).getByText('synonym').first().waitFor();
  await button(page, 'Remove quxzorfl, hiking boots').click();
  await page.getByText('No product is found').waitFor();
  await group.fill('hiking boots');
  await button(page, /^Disable hiking boots/).click();
  await button(page, /^Enable hiking boots/).click();
  await button(page, /^Disable hiking boots/).waitFor();
  await console.close(page);
});

test('two searches side by side, with what has moved', async () => {
  const page = await console.open('lab?q=hiking+boots');
  await found(page, 'hiking boots');
  await button(page, 'Compare').click();
  const second = page.getByRole('form', { name: 'Second search' });
  await second.getByRole('button', { name: 'Add a filter' }).click();
  await second.getByLabel('Field of filter 1').selectOption('on_sale');
  const results = page.getByRole('region', { name: 'Results of the second search' });
  await results
    .getByText(/^(up by |new)/)
    .first()
    .waitFor();
  assert.equal(queryOf(page).get('filter2'), 'on_sale = true');
  await button(page, 'Stop comparing').click();
  await results.waitFor({ state: 'detached' });
  await console.close(page);
});

test('hostile products and addresses are only text, and broken pictures leave a mark', async () => {
  const page = await console.open('lab?q=zebrafish&filter=nonsense+%3D+1&filter=final_price+like+x&set=none');
  await found(page, '2 products');
  await page.getByText('Products have no field “nonsense”. This filter is not applied.').waitFor();
  await page.getByText('final_price cannot be compared with “like”.').waitFor();
  assert.ok((await names(page)).some((name) => name.startsWith('</h2><img src=x onerror=alert(1)>')));
  await page.locator('span.picture').nth(1).waitFor();
  assert.equal(await page.locator('.hit script, .hit b').count(), 0);
  await page.setViewportSize(PHONE);
  await assertFits(page);
  await page.goto(`${console.server.url}/console/lab?q=hiking+boots`);
  assert.equal(await page.locator('img.picture').first().getAttribute('referrerpolicy'), 'no-referrer');
  await console.close(page);
});

test('a failing service is named with its request, and tried again', async () => {
  const page = await console.open('lab');
  await page.route('**/products/explain', (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'r-77' }, json: { detail: 'It broke.' } }),
  );
  await page.getByLabel('Query').fill('boots');
  await page.getByRole('alert').filter({ hasText: 'It broke.' }).getByText('r-77').waitFor();
  await page.unroute('**/products/explain');
  await button(page, 'Try again').click();
  await found(page, 'boots');
  await console.close(page);
});

test('a key sees what its scopes allow', async () => {
  const page = await console.open('lab?q=boots', { scopes: ['operate'] });
  await found(page, 'boots');
  for (const name of ['Criteria sets', 'Synonyms']) assert.equal(await page.getByText(name).count(), 0, name);
  assert.equal(await page.getByRole('button', { name: 'Save as set' }).count(), 0);
  await page.locator('.hit-score').first().click();
  await page.getByRole('table', { name: 'Score' }).waitFor();
  assert.equal(await page.getByText('Price history and record').count(), 0, 'it needs the scope catalogue');
  await console.close(page);
  const shopper = await console.open('lab', { scopes: ['discovery'] });
  await shopper.getByText('Your key may not see Search lab').waitFor();
  await console.close(shopper);
});

test('is accessible, with results, explained, and side by side', async () => {
  const full = 'lab?q=hiking+boots&filter=final_price+%3C+x&filter=brand+like+a&set=gone&open=demo-01470';
  await console.assertAccessible(full, (page) => found(page, 'hiking boots'));
  await console.assertAccessible('lab?q=boots&q2=shoes', (page) => found(page, 'shoes'));
});
