// Networks: an account is added, its URL takes postbacks, what cannot be read is listed; it is rotated and removed.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConsoleUnderTest } from '../support/console.ts';

const HOSTILE = `<img src=x onerror=alert(1)>${'x'.repeat(2000)}`;

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start({}, []);
});
after(() => console.stop());

/** The answer to a postback at the URL that the page shows. */
const send = async (url: string, fields: Record<string, string>) =>
  (await fetch(`${url.split('?')[0]}?${new URLSearchParams(fields)}`)).status;

test('a person adds a network, reads what it sent, replaces its URL and removes it', async () => {
  const page = await console.open('networks');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.getByText('No networks yet').waitFor();
  await press('Add a network');
  await page.getByRole('combobox', { name: 'Network' }).selectOption('Any other');
  await page.getByLabel('Name of the account').fill('affise');
  await page.getByLabel('Currency').fill('EUR');
  const mapping = page.getByLabel('Own field names');
  await mapping.fill('{"fields": ');
  await inDialog('Add');
  await page.locator('textarea:invalid').waitFor();
  await mapping.fill('{"fields": {"transaction_id": "tid"}, "statuses": {"1": "approved"}}');
  await inDialog('Add');
  await page.getByRole('heading', { level: 1, name: 'affise' }).waitFor();
  const shown = page.locator('pre');
  const url = (await shown.textContent())!;
  assert.match(url, /\/postback\/[\w-]{32}\?tid=\{tid\}&/);
  await page.getByText('Every postback could be read').waitFor();

  assert.equal(await send(url, { tid: 't1', status: '1' }), 200);
  assert.equal(await send(url, { tid: HOSTILE.slice(0, 200), status: '9', note: HOSTILE }), 422);
  await page.reload();
  await page.getByText('status is not a known status word').waitFor();
  await console.assertAccessible('networks', (each) => each.getByRole('link', { name: 'affise' }).waitFor());
  await console.assertAccessible('networks/affise', (each) => each.getByText('not a known status word').waitFor());

  await press('Replace URL');
  await inDialog('Replace');
  await shown.filter({ hasNotText: url }).waitFor();
  assert.equal(await send(url, { tid: 't2' }), 404);
  assert.equal(await send((await shown.textContent())!, { tid: 't2' }), 200);
  await press('Remove');
  await inDialog('Remove');
  await page.getByRole('cell', { name: 'off', exact: true }).waitFor();
  await page.getByRole('link', { name: 'affise' }).click();
  await press('Create a URL');
  await shown.waitFor();
  await console.close(page);
});

test('a sale without a known click is matched by hand', async () => {
  const send = (path: string, body: unknown) =>
    console.server.request(path, { method: 'POST', body: JSON.stringify(body) });
  const ids = { convo_id: 'c1', click_id: 'k1', presentation_id: 'p1' };
  const click = { program: 'gold', email: 'ann@example.com', click_datetime: new Date().toISOString(), ...ids };
  await send('/clickthrough/c1', click);
  const sale = { network: 'awin', transaction_id: 't-lost', sale_amount: '80', currency: 'EUR' };
  await send('/v1/conversions', { conversions: [sale] });
  const page = await console.open('ledger');
  await page.getByLabel('Find by id').fill('t-lost');
  await page.getByRole('link', { name: /^Conversion/ }).click();
  await page.getByRole('button', { name: 'Match by hand' }).click();
  await page.getByLabel('Click id').fill('nothing');
  await page.getByRole('button', { name: 'Match', exact: true }).click();
  await page.getByText('There is no click with this id').waitFor();
  await page.getByLabel('Click id').fill('k1');
  await page.getByRole('button', { name: 'Match', exact: true }).click();
  await page.getByText('The sale is matched').waitFor();
  await page.getByRole('link', { name: 'Click', exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Match by hand' }).count(), 0);
  await console.close(page);
});

test('a key that may not report sales sees no postback URL', async () => {
  const page = await console.open('networks', { scopes: ['operate'] });
  await page.getByRole('link', { name: 'affise' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add a network' }).count(), 0);
  await page.getByRole('link', { name: 'affise' }).click();
  await page.getByText('A key with the scope conversions sees').waitFor();
  await page.getByText('not a known status word').waitFor();
  assert.ok(!(await page.content()).includes('/postback/'));
  await console.close(page);
});
