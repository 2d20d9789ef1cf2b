// The reference page at /docs, in a real browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBrowser } from '../../../test/support/browser.ts';
import { startTestApp } from '../../../test/support/test-app.ts';

test('opens with the guide, and sends a request with the key that is entered, to no other host', async (t) => {
  const [browser, service] = await Promise.all([startBrowser(), startTestApp()]);
  t.after(async () => {
    await browser.close();
    await service.stop();
  });
  await service.stock([{ id: 'k1', name: 'Gooseneck kettle', regular_price: 40 }]);
  const url = await service.app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => '' });
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  const faults: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) faults.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));

  await page.goto(`${url}/docs`);
  await page.getByRole('heading', { name: 'From a search to a signup' }).waitFor();
  await page.locator('input[type=password], input[autocomplete=off]').first().fill('test-key');
  await page
    .getByRole('link', { name: /Search products/ })
    .first()
    .click();
  await page.getByRole('button', { name: /Test Request.*products\/search/ }).click();
  const [response] = await Promise.all([
    page.waitForResponse(`${url}/v1/discovery/products/search`),
    page.getByRole('button', { name: /^Send/ }).first().click(),
  ]);
  assert.equal(response.status(), 200);
  await page.getByText('200 OK').waitFor();
  assert.deepEqual(
    ((await response.json()) as { items: { id: string }[] }).items.map(({ id }) => id),
    ['k1'],
  );
  assert.deepEqual(faults, []);
});
