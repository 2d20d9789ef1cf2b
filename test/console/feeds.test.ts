// Feeds: one is looked at, added, run, changed, given a file, and deleted.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { FinderfeeOperator } from '../../client/src/operator.ts';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import { ConsoleUnderTest, PHONE } from '../support/console.ts';
import { until } from '../support/until.ts';

const MARKUP = '<img src=x onerror=alert(1)>';
const LONG = `${MARKUP} ${'kettle'.repeat(1600)}`;
const HEADER = 'id,title,link,image_link,price,shelf\n';
const POTS = ['Iron kettle', 'Tin kettle', 'Pot', 'Pan', 'Wok'];
/** Each shop has its own domain, because a product belongs to one feed. */
const csv = (shopName: string, ...names: string[]) =>
  `${HEADER}${names.map((name, i) => `k${i},${name},https://${shopName}.example/${i},,${i}.50 EUR,A${i}\n`).join('')}`;

let console: ConsoleUnderTest;
let client: FinderfeeOperator;
let shop: Server;
let url: string;
before(async () => {
  shop = createServer((request, response) => {
    const [, shopName] = /^\/(kettles|uploads|hostile)\.csv/.exec(request.url!) ?? [];
    if (shopName === 'hostile') response.end(`${csv('hostile', LONG, MARKUP, ...POTS)},nameless ${MARKUP},,,,\n`);
    else if (shopName) response.end(`${csv(shopName, ...POTS)},x,,,,\n`);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  console = await ConsoleUnderTest.start({ DEMO_ACTIVITY: 'false', FEED_PRIVATE_HOSTS: '127.0.0.1' });
  client = new FinderfeeOperator({ baseUrl: console.server.url, apiKey: await console.keyWith(['catalogue']) });
});
after(async () => {
  shop.close();
  await console.stop();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const finished = (id: string) =>
  until(async () => {
    const { last_run } = await client.feeds.get(id);
    return last_run && last_run.state !== 'running' ? last_run : null;
  });

test('a person looks at a feed, adds it, reads its first run, changes it and deletes it', async () => {
  const page = await console.open('feeds');
  await page.getByText('No feeds yet').waitFor();
  await page.getByRole('cell', { name: 'the demo catalogue' }).waitFor();
  await page.getByRole('link', { name: 'Add a feed' }).click();
  await page.getByLabel('URL that it is fetched from').fill(`${url}/kettles.csv?key=secret`);
  await press(page, 'Preview');
  await heading(page, 'First products');
  await page.getByText('4 of 6 columns are read').waitFor();
  await page.getByRole('row', { name: /^title name Iron kettle/ }).waitFor();
  await page.getByRole('row', { name: /^shelf ignored A0/ }).waitFor();
  assert.equal((await client.feeds.list()).items.length, 0, 'a preview stores nothing');

  await page.getByText('A file of it').click();
  assert.match(page.url(), /add=file/);
  await page.getByLabel('File', { exact: true }).setInputFiles(file('rubbish.csv', 'rubbish'));
  await press(page, 'Preview');
  await page.getByRole('alert').filter({ hasText: 'the format is not recognised' }).waitFor();

  await page.getByLabel('Id of the feed').fill('kettle-house');
  await page.getByLabel('Merchant, if the feed').fill('Kettle House');
  await press(page, 'Add the feed');
  await heading(page, 'kettle-house');
  await page.getByText('with problems').waitFor();
  assert.ok(!(await page.content()).includes('secret'), 'the URL is shortened');
  await page.getByRole('cell').getByRole('link').first().click();
  await heading(page, 'Rejected rows');
  await page.getByRole('row', { name: '7 id – is missing' }).waitFor();
  const saving = page.waitForEvent('download');
  await press(page, 'CSV');
  const saved = await saving;
  assert.match(saved.suggestedFilename(), /^kettle-house-run-\d+-rejected\.csv$/);
  assert.match(readFileSync(await saved.path(), 'utf8'), /Line,Field,Value,Reason\r\n7,id,,is missing/);

  await page.goBack();
  await press(page, 'Edit');
  await page.getByLabel('Fetched every').fill('12h');
  await page.getByLabel('Merchant, if the feed').fill('');
  await press(page, 'Save');
  await page.getByText('every 12 hours').waitFor();
  assert.equal((await client.feeds.get('kettle-house')).merchant_name, null);
  await press(page, 'Pause');
  await page.getByText('paused', { exact: true }).waitFor();
  await press(page, 'Resume');
  await page.getByText('with problems').waitFor();
  await press(page, 'Delete');
  await page.getByRole('dialog').getByText('Its products stay').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No feeds yet').waitFor();
  await page.getByRole('cell', { name: 'kettle-house' }).waitFor();
  assert.equal((await client.feeds.list()).unregistered.find(({ id }) => id === 'kettle-house')?.products, 5);
  await console.close(page);
});

test('a file is predicted, then imported; a guard stops one that lost most products until it is forced', async () => {
  await client.feeds.create({ id: 'uploads', url: `${url}/uploads.csv`, every: '30d' });
  await finished('uploads');
  const page = await console.open('feeds/uploads');
  await press(page, 'Import a file');
  await page.getByLabel(/^File/).setInputFiles(file('lamp.csv', csv('uploads', 'Lamp')));
  await press(page, 'Dry run');
  await page.getByRole('alert').filter({ hasText: 'nothing was changed' }).waitFor();
  await page.getByLabel(/^Even if half/).check();
  await press(page, 'Dry run');
  await page.getByText('This is what a run would change').waitFor();
  const figures = page.getByRole('dialog').locator('.figures');
  assert.match((await figures.textContent())!, /Changed1.*Deleted4/);
  await press(page, 'Import');
  await heading(page, 'Run');
  await page.getByText('done', { exact: true }).waitFor();
  await page.getByText('lamp.csv').waitFor();
  await page.getByRole('link', { name: 'uploads', exact: true }).click();
  await press(page, 'Run now');
  await page.getByText('The run starts within a second').waitFor();
  await until(async () => (await client.feeds.get('uploads')).products === 5);
  await finished('uploads');
  await press(page, 'Delete');
  await page.getByLabel('Delete its products, too: 5').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The feed and its products are deleted').waitFor();
  const { items, unregistered } = await client.feeds.list();
  assert.ok([...items, ...unregistered].every(({ id, products }) => id !== 'uploads' || products === 0));
  await console.close(page);
});

test('a run is followed while it lasts', async () => {
  const store = await openSqliteStore({ folder: console.server.folder, own: false });
  const started = { feed: 'by-hand', mode: 'full', source: 'pots.csv', runner: '' } as const;
  const { run_id: id } = (await store.beginRun({ ...started, now_ms: Date.now() })) as { run_id: number };
  const report = (rows: number, progress?: { phase: string; share: number }) =>
    JSON.stringify({ format: 'google', recognised_by: 'columns', rows, progress });
  const beat = (rows: number, share: number) =>
    store.recordHeartbeat({ id, now_ms: Date.now(), report: report(rows, { phase: 'reading', share }) });
  await beat(1000, 0.25);
  const page = await console.open('feeds/by-hand');
  await page.getByText('reading 25%').waitFor();
  await page.getByRole('cell', { name: '1,000' }).waitFor();
  await console.assertAccessible(`feeds/by-hand/${id}`, (each) => each.getByText('reading 25%').waitFor());
  await beat(3000, 0.75);
  await page.getByText('reading 75%').waitFor();
  await store.finishRun({ id, now_ms: Date.now(), state: 'failed', message: 'the disk is full', report: report(4000) });
  await page.getByText('the disk is full').waitFor();
  await page.getByRole('cell', { name: '4,000' }).waitFor();
  await store.close();
  await console.close(page);
});

test('texts of a feed are shown as they are', async () => {
  await client.feeds.create({ id: 'hostile', url: `${url}/hostile.csv`, merchant_name: LONG.slice(0, 400) });
  const { id } = (await finished('hostile'))!;
  const preview = async (page: Page) => {
    await page.getByLabel('URL that it is fetched from').fill(`${url}/hostile.csv`);
    await press(page, 'Preview');
    await page.getByText(MARKUP).first().waitFor();
  };
  await console.assertAccessible('feeds?add=url', preview);
  await console.assertAccessible('feeds', (page) => page.getByText(MARKUP).first().waitFor());
  await console.assertAccessible('feeds/hostile', (page) => page.getByText(MARKUP).first().waitFor());
  await console.assertAccessible(`feeds/hostile/${id}`, (page) => page.getByText('is missing').first().waitFor());
});

test('works with the keyboard alone, and the address holds what is shown', async () => {
  await client.feeds.create({ id: 'lost', url: `${url}/lost.csv` });
  const page = await console.open('feeds', { viewport: PHONE });
  await page.getByText('failing', { exact: true }).last().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('lost');
  await until(() => page.url().endsWith('?q=lost'));
  await page.getByText('the server answered 404').waitFor();
  assert.equal(await page.getByRole('link', { name: 'hostile' }).count(), 0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading(page, 'lost');
  const edit = page.getByRole('button', { name: 'Edit' });
  await edit.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.goBack();
  await page.getByText('the server answered 404').waitFor();
  await page.getByLabel('State').selectOption('paused');
  await page.getByText('No such feeds').waitFor();
  await page.goBack();
  await page.getByText('the server answered 404').waitFor();
  await console.close(page);
});

test('a key without the scope sees no feeds; a failing service is said, and asked again', async () => {
  const other = await console.open('feeds', { scopes: ['operate'] });
  await other.getByText('Your key may not see Feeds').waitFor();
  assert.equal(await other.getByRole('link', { name: 'Feeds' }).count(), 0);
  await console.close(other);
  const page = await console.open('overview', { scopes: ['catalogue', 'operate'] });
  let isFailing = true;
  await page.route('**/v1/catalogue/feeds', (route) =>
    isFailing
      ? route.fulfill({ status: 500, headers: { 'x-request-id': 'r-42' }, json: { detail: 'Internal Server Error' } })
      : route.continue(),
  );
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Feeds' }).click();
  await page.getByRole('alert').filter({ hasText: 'r-42' }).waitFor();
  isFailing = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'hostile' }).waitFor();
  await page.goto(`${console.server.url}/console/feeds/made-up`);
  await page.getByText('No feed with this id is registered').waitFor();
  await console.close(page);
});
