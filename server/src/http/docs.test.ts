// The API reference at /docs in a real browser.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startBrowser } from '../../../test/support/browser.ts';
import { startTestApp } from '../../../test/support/test-app.ts';

/** A proxy that strips a path prefix. */
async function startProxy(prefix: string, target: string) {
  const server = createServer((incoming, outgoing) => {
    const url = target + incoming.url!.slice(prefix.length);
    const { method = 'GET', headers } = incoming;
    const forwarded = request(url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}` };
}

test('the page shows the guide and sends requests with the entered key to its own origin', async (t) => {
  const [browser, service] = await Promise.all([
    startBrowser(),
    startTestApp({ PUBLIC_URL: 'https://shop.example/finder' }),
  ]);
  t.after(async () => {
    await browser.close();
    await service.stop();
  });
  await service.stock([{ id: 'k1', name: 'Gooseneck kettle', regular_price: 40 }]);
  const direct = await service.app.listen({ port: 0, host: '127.0.0.1', listenTextResolver: () => '' });
  const proxy = await startProxy('/finder', direct);
  t.after(() => {
    proxy.server.close();
    proxy.server.closeAllConnections();
  });

  for (const url of [direct, proxy.url]) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    const faults: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`) && !/^(data|blob):/.test(request.url())) faults.push(request.url());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));

    await page.goto(`${url}/docs`);
    await page.getByRole('heading', { name: 'From a search to a reward' }).waitFor();
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
    await page.close();
  }
});
