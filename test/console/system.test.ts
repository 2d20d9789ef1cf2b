// System: the index and its rebuild, settings without secrets, the audit log, exports and the erasure of a person.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConsoleUnderTest } from '../support/console.ts';

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start({ DEMO_ACTIVITY: 'false' });
});
after(() => console.stop());

test('a person rebuilds the index, and finds it in the audit log', async () => {
  const page = await console.open('system');
  await page.getByText('0 of 0 requested').waitFor();
  await page.getByRole('button', { name: 'Rebuild' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
  await page.getByText(/of 1 requested/).waitFor();
  await page.getByText('SQLite').waitFor();
  await page.getByText('answers', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('link', { name: 'rebuildIndex' }).click();
  assert.equal(new URL(page.url()).searchParams.get('action'), 'rebuildIndex');
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-02');
  await page.getByText('No such changes').waitFor();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'rebuildIndex' }).waitFor();
  await console.close(page);
});

test('settings are masked, facts are downloaded, and a person is erased after a second thought', async () => {
  const signup = { method: 'POST', body: JSON.stringify({ program: 'gold', email: 'ann@example.com' }) };
  assert.ok((await console.server.request('/signup/visit-1', signup)).ok);
  const page = await console.open('system/settings');
  await page.getByLabel('Find a setting').fill('api_keys');
  await page.getByText('********').waitFor();
  await page.getByText('environment').last().waitFor();
  assert.ok(!(await page.content()).includes('test-key'));
  await page.getByRole('link', { name: 'Personal data and exports' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Signups' }).click(),
  ]);
  const text = (await (await download.createReadStream()).toArray()).join('');
  assert.match(text, /"program":\s*"gold"/);
  assert.doesNotMatch(text, /ann@/, 'emails are masked');
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog');
  assert.ok(await dialog.getByRole('button', { name: 'Erase' }).isDisabled());
  await dialog.getByLabel(/Type/).fill('erase');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await page.getByText(/The person is erased/).waitFor();
  await console.close(page);
});

test('every part is accessible, and a key without the scope admin sees the status only', async () => {
  const page = await console.open('system/audit', { scopes: ['operate'] });
  await page.getByText('Search index').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
  await console.close(page);
  await console.assertAccessible('system', (each) => each.getByText('requested').waitFor());
  await console.assertAccessible('system/settings', (each) => each.getByText('API_KEYS').first().waitFor());
  await console.assertAccessible('system/audit', (each) => each.getByText('rebuildIndex').waitFor());
  await console.assertAccessible('system/data', (each) => each.getByText('Erase a person').waitFor());
});
