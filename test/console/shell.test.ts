// The frame of the console: signing in and out, the menu, the theme, a base path, and what is shown to a key with few scopes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertFits, assertNoFaults, ConsoleUnderTest, PHONE } from '../support/console.ts';
import { startPathProxy } from '../support/path-proxy.ts';
import { runCommand } from '../support/server-process.ts';

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start();
});
after(() => console.stop());

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const signInPage = (page: Page) => heading(page, 'Sign in to the console');
const isSystem = (page: Page) => heading(page, 'System');

test('a person signs in with a key, and out; a wrong key is refused', async () => {
  const page = await console.open('system', { key: null });
  await signInPage(page);
  await page.getByLabel('API key').fill('ff_wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'not known' }).waitFor();
  await page.getByLabel('API key').fill('test-key');
  await page.keyboard.press('Enter');
  await isSystem(page);
  assert.equal(await page.title(), 'System · Finderfee');
  assert.equal(await page.evaluate('document.cookie'), '', 'scripts cannot read the cookie');
  await page.reload();
  await isSystem(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await page.reload();
  await signInPage(page);
  await console.close(page);
});

test('the printed link signs in once', async () => {
  const link = /^console {2}(\S+)/m.exec(console.server.output.stdout)![1]!;
  const path = link.slice(`${console.server.url}/console`.length);
  assert.match(path, /^#link=/);
  const page = await console.open(path, { key: null });
  await page.getByText('demo link').first().waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the secret leaves the address');
  await console.close(page);
  const again = await console.open(path, { key: null });
  await again.getByText('This link has been used').waitFor();
  await console.close(again);
});

test('a session ends within a second when its key is revoked, and the page says so', async () => {
  const { id, key } = await console.createKey(['operate']);
  const page = await console.open('system', { key });
  await isSystem(page);
  await runCommand(['keys', 'revoke', id], { DATA_DIR: console.server.folder });
  const isOpen = async () =>
    (await page.context().request.get(`${console.server.url}/console/session`)).status() === 200;
  const revoked_at_ms = Date.now();
  while (await isOpen()) assert.ok(Date.now() - revoked_at_ms < 5000, 'a loaded machine may be slower than a second');
  await page.getByText('Your session has ended').waitFor();
  await console.close(page);
});

test('unknown pages, and pages that the key may not see, lead on', async () => {
  const page = await console.open('nowhere/at/all');
  await page.getByText('There is no such page').waitFor();
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await page.getByText('There is no such page').waitFor();
  await console.close(page);
});

test('works below a path that a proxy strips', async (t) => {
  const { url, stop } = await startPathProxy(console.server.url, '/find/er');
  t.after(stop);
  const page = await console.open('system', { url, key: null });
  await page.getByLabel('API key').fill('test-key');
  await page.keyboard.press('Enter');
  await isSystem(page);
  await page.goto(`${url}/console`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.ok(page.url().startsWith(`${url}/console/`), page.url());
  await page.goto(`${url}/console/deep/er`);
  await page.getByText('There is no such page').waitFor();
  await console.close(page);
});

test('the theme is kept, and follows the system unless one is chosen', async () => {
  const page = await console.open('system', { colorScheme: 'dark' });
  await isSystem(page);
  const isDark = async () =>
    page.evaluate<boolean>('parseInt(getComputedStyle(document.body).backgroundColor.slice(4)) < 128');
  assert.ok(await isDark());
  await page.getByText('Light', { exact: true }).click();
  assert.ok(!(await isDark()));
  await page.reload();
  await isSystem(page);
  assert.ok(!(await isDark()));
  await console.close(page);
});

test('works with the keyboard alone, and on a phone', async () => {
  const page = await console.open('system', { viewport: PHONE });
  await isSystem(page);
  await assertFits(page);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'System' }).waitFor();
  await assertNoFaults(page, 'menu');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'System' }).waitFor({ state: 'hidden' });
  assert.equal(await menu.evaluate('document.activeElement.getAttribute("aria-label")'), 'Menu');
  await console.close(page);
});

test('the palette goes to pages, and looks up what is typed, from everywhere', async () => {
  const page = await console.open('system');
  await isSystem(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'A page, a query or an id' });
  const focused = field.and(page.locator(':focus'));
  await focused.waitFor();
  await assertNoFaults(page, 'palette');
  await page.keyboard.type('keys');
  await page.getByRole('option', { name: 'Keys', exact: true, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'Keys');
  await page.getByRole('button', { name: 'Go to' }).click();
  await focused.waitFor();
  await page.keyboard.type('order-77');
  const option = { name: 'Find the id “order-77”' };
  await page.getByRole('option', option).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { ...option, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, 'Ledger');
  await page.getByText('No fact has this id').waitFor();
  await page.keyboard.press('Control+k');
  await focused.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await console.close(page);
  const few = await console.open('', { scopes: ['admin'], viewport: PHONE });
  await heading(few, 'Keys');
  await few.keyboard.press('Control+k');
  const options = few.getByRole('listbox', { name: 'Where to go' }).getByRole('option');
  await options.nth(1).waitFor();
  assert.deepEqual(await options.allTextContents(), [' Keys', ' System']);
  await assertFits(few);
  await console.close(few);
});

test('files have a long life, the document has none, and nothing else is served', async () => {
  const { server } = console;
  const page = await server.request('/console/');
  assert.equal(page.headers.get('cache-control'), 'no-store');
  assert.match(
    page.headers.get('content-security-policy')!,
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  const html = await page.text();
  assert.doesNotMatch(html, /<script(?![^>]*src=)|<style|style=/);
  const file = /assets\/[\w-]+\.js/.exec(html)![0];
  const script = await server.request(`/console/${file}`);
  assert.equal(script.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal((await server.request('/console/assets/none.js')).status, 404);
  assert.equal((await server.request('/console/assets/..%2findex.html')).status, 404);
  assert.equal((await server.request('/console/', { method: 'POST' })).status, 405);
  const moved = await server.request('/console', { redirect: 'manual' });
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, 'console/']);
});

test('the sign-in page and the system page are accessible', async () => {
  await console.assertAccessible('', signInPage, { key: null });
  await console.assertAccessible('system', isSystem);
  const page = await console.open('system', { colorScheme: 'dark' });
  await isSystem(page);
  await assertNoFaults(page, 'the menu in the dark theme');
  await console.close(page);
});
