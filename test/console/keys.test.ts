// Keys: one is created with the scopes that the session has, shown once, used and revoked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConsoleUnderTest } from '../support/console.ts';
import { until } from '../support/until.ts';

const NAME = `<b>Back end</b> ${'x'.repeat(180)}`;

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start({}, []);
});
after(() => console.stop());

const statusWith = async (key: string) => (await console.server.request('/v1/jobs', { key })).status;

test('a person creates a key, copies it, and revokes it', async () => {
  const page = await console.open('keys', { scopes: ['operate', 'admin'] });
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('operate').waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 2, 'only scopes of the session');
  await page.getByLabel('Name').fill(NAME);
  await page.getByLabel('operate').check();
  await page.getByLabel('Expires').selectOption('In 30 days');
  await page.getByRole('button', { name: 'Create' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  const key = (await dialog.locator('pre').textContent())!;
  assert.match(key, /^ff_/);
  await dialog.getByRole('button', { name: 'Copy' }).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  assert.ok(!(await page.content()).includes(key), 'it is shown once');
  await until(async () => (await statusWith(key)) === 200);
  await console.assertAccessible('keys', (each) => each.getByText('<b>Back end</b>').waitFor());
  await page.getByRole('button', { name: 'Revoke <b>Back end</b>' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await statusWith(key), 200);
  await page.getByRole('button', { name: 'Revoke <b>Back end</b>' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('The key is revoked').waitFor();
  await until(async () => (await statusWith(key)) === 403);
  await page.getByLabel('State').selectOption('Revoked');
  await page.getByText('<b>Back end</b>').waitFor();
  await console.close(page);
});

test('a key without the scope admin does not see keys', async () => {
  const page = await console.open('keys', { scopes: ['operate'] });
  await page.getByText('Your key may not see Keys').waitFor();
  await console.close(page);
});
