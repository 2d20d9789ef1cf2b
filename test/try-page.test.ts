// The page at /try in a real browser, on the demo catalogue.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from './support/browser.ts';
import { startPathProxy } from './support/path-proxy.ts';
import { ServerProcess } from './support/server-process.ts';

let browser: Browser;
let server: ServerProcess;
before(async () => {
  [browser, server] = await Promise.all([startBrowser(), ServerProcess.start({ LOG_LEVEL: 'silent' }, ['--demo'])]);
  await server.ready();
});
after(async () => {
  await browser.close();
  await server.remove();
});

const faultsOf = new WeakMap<Page, string[]>();

/** Opens a page; `close` asserts that it made no foreign requests and logged no errors. */
async function open(url = server.url, viewport = { width: 1280, height: 900 }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  const faults: string[] = [];
  faultsOf.set(page, faults);
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(`${url}/try`);
  return page;
}
async function close(page: Page): Promise<void> {
  await page.close();
  assert.deepEqual(faultsOf.get(page), []);
}
const reply = (page: Page, text: RegExp) => page.locator('#log .turn:not(.mine)', { hasText: text }).first().waitFor();

describe('the page', () => {
  test('searches with the demo key, filters, pages, and opens a product with similar ones', async () => {
    const page = await open();
    await page.locator('#results .card').first().waitFor();
    assert.equal(await page.locator('#results .card').count(), 24);
    assert.ok(!(await page.locator('#key-field').isVisible()));
    await page.locator('#more').click();
    await page.locator('#results .card').nth(47).waitFor();
    await page.fill('#query', 'jacket');
    await page.fill('#high', '60');
    await page.locator('#search button[type=submit]').click();
    await page.locator('#status', { hasText: 'jacket' }).waitFor();
    await page
      .locator('#results .card', { hasText: /jacket/i })
      .first()
      .click();
    await page.locator('dialog[open] #similar .card').first().waitFor();
    assert.match((await page.textContent('#detail'))!, /\w{3,}.*\./);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await close(page);
  });

  test('works behind a proxy that strips a path prefix', async (t) => {
    const { url, stop } = await startPathProxy(server.url, '/finder');
    t.after(stop);
    const page = await browser.newPage();
    await page.goto(`${url}/`);
    await page.getByText('Try it').click();
    await page.locator('#results .card').first().click();
    const href = await page.locator('#detail a').evaluate((a) => (a as unknown as { href: string }).href);
    assert.ok(href.startsWith(`${url}/clickthrough/`), href);
    await page.goto(`${url}/docs`);
    await page.getByText('Search products').first().waitFor();
    await page.close();
  });

  test('links to the shop through an offer and a tracked redirect, by mouse and by keyboard', async () => {
    const page = await open();
    await page.locator('#results .card').first().click();
    const link = page.locator('#detail a');
    const target = async () => new URL(await link.evaluate((a) => (a as unknown as { href: string }).href));
    const clicks: string[] = [];
    for (const act of [() => link.click(), () => link.press('Enter')]) {
      // The demo shops do not exist, so only the request of the new tab is checked.
      const tracked = page.context().waitForEvent('request', (request) => request.url().includes('track.'));
      const [shop, request] = await Promise.all([page.waitForEvent('popup'), tracked, act()]);
      clicks.push((await target()).searchParams.get('click_id')!);
      assert.equal(new URL(request.url()).searchParams.get('sid'), clicks.at(-1));
      await shop.close();
    }
    const [, , convo] = (await target()).pathname.split('/');
    const { events } = (await (await server.request(`/spy/${convo}`)).json()) as {
      events: { kind: string; data: { click_id: string } }[];
    };
    assert.deepEqual(
      events.map(({ kind, data }) => (kind === 'click' ? data.click_id : kind)),
      ['offer', ...clicks],
    );
    await close(page);
  });

  test('shows the latest search, even if an earlier answer arrives later', async () => {
    const page = await open();
    await page.locator('#results .card').first().waitFor();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/discovery/products/search', async (route) => {
      if (route.request().postData()!.includes('jacket')) await gate;
      await route.continue();
    });
    await page.fill('#query', 'jacket');
    await page.keyboard.press('Enter');
    await page.fill('#query', 'candle');
    await page.keyboard.press('Enter');
    await page.locator('#status', { hasText: 'candle' }).waitFor();
    const late = page.waitForResponse((response) => response.request().postData()?.includes('jacket') ?? false);
    release();
    await (await late).finished();
    assert.match((await page.textContent('#status'))!, /candle/);
    await close(page);
  });

  test('chats, with products, a refinement, more results and a warning', async () => {
    const page = await open();
    const say = async (text: string) => {
      await page.fill('#say', text);
      await page.keyboard.press('Enter');
    };
    await say('black running shoes');
    await reply(page, /^I found \d+ black running shoes, .*starting at/);
    assert.ok((await page.locator('#log .card').count()) > 0);
    await page.locator('#log .chip', { hasText: 'Show more' }).click();
    await reply(page, /^Here are numbers 13 to 24/);
    await say('running shoes in pink with diamonds for cats');
    await page.locator('#log .warn').first().waitFor();
    await close(page);
  });

  test('works with the keyboard alone', async () => {
    const page = await open();
    await page.locator('#results .card').first().waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.className'), 'skip');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    for (let i = 0; i < 5 && (await page.evaluate('document.activeElement.id')) !== 'say'; i++)
      await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.id')) !== 'say') await page.focus('#say');
    await page.keyboard.type('headphones');
    await page.keyboard.press('Enter');
    await reply(page, /^I found \d+ headphones/);
    await page.locator('#log .card').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    assert.ok(await page.evaluate('document.activeElement.classList.contains("card")'), 'focus returns to the opener');
    await close(page);
  });

  for (const width of [1280, 390])
    test(`shows what is understood as filters that the keyboard removes, ${width} pixels wide`, async () => {
      const page = await open(server.url, { width, height: 844 });
      await page.fill('#say', 'black running shoes under $100, not Nike, cheapest first');
      await page.keyboard.press('Enter');
      const filters = page.getByRole('button', { name: /^Remove filter/ });
      const labels = async () => (await filters.allTextContents()).map((text) => text.replace('×', ''));
      const newest = page.locator('#log .turn:not(.mine):not([aria-busy])').last();
      const caption = async (text: RegExp) => void (await newest.locator('.caption', { hasText: text }).waitFor());
      const focused = (label: string) => page.locator(`.filter:focus[aria-label='Remove filter: ${label}']`).waitFor();
      await caption(/^Products 1 to \d+.* · cheapest first$/);
      assert.deepEqual(await labels(), ['running shoes', 'black', 'under $100', 'not Nike', 'cheapest first']);
      const before = await newest.locator('.card .price').allTextContents();

      await filters.nth(2).focus();
      await focused('under $100');
      await page.keyboard.press('Delete');
      await focused('not Nike');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await caption(/ · best match first$/);
      assert.deepEqual(await labels(), ['running shoes', 'black', 'not Nike']);
      assert.notDeepEqual(await newest.locator('.card .price').allTextContents(), before);

      await focused('not Nike');
      for (const left of ['black', 'running shoes', undefined]) {
        await page.keyboard.press('Space');
        if (left) await focused(left);
      }
      await reply(page, /start over/);
      await page.locator('#say:focus').waitFor();
      assert.ok(((await page.evaluate('document.documentElement.scrollWidth')) as number) <= width);
      await close(page);
    });

  test('fits a phone screen', async () => {
    const page = await open(server.url, { width: 360, height: 740 });
    await page.locator('#results .card').first().waitFor();
    await page.fill('#say', 'black running shoes');
    await page.keyboard.press('Enter');
    await reply(page, /black running shoes/);
    assert.ok(((await page.evaluate('document.documentElement.scrollWidth')) as number) <= 360);
    await page.locator('#log .turn:not([aria-busy]) .chip').first().waitFor();
    const [log, words] = await Promise.all(
      ['#log', '#log .turn:last-child p'].map((place) => page.locator(place).first().boundingBox()),
    );
    assert.ok(words!.y >= log!.y - 1, 'its text is visible');
    await close(page);
  });

  test('runs no script from product data', async () => {
    const response = await server.request('/try');
    const policy = response.headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'; script-src 'sha256-/);
    assert.doesNotMatch(policy, /unsafe/);
  });
});

test('the key on the page can only search; the one in first-key.txt can also write', async () => {
  const html = await (await server.request('/try')).text();
  const key = /name="demo-key" content="(ff_[\w-]{43})"/.exec(html)![1]!;
  const firstKey = readFileSync(`${server.folder}/first-key.txt`, 'utf8').trim();
  const statuses = async (key: string) => {
    const search = { method: 'POST', body: '{"query": "shoes"}', key };
    const set = { method: 'PUT', body: '{"id": "a", "name": "A"}', key };
    const found = await server.request('/v1/discovery/products/search', search);
    return [found.status, (await server.request('/v1/discovery/products/criteria-sets/a', set)).status];
  };
  assert.deepEqual(await statuses(key), [200, 403]);
  assert.deepEqual(await statuses(firstKey), [200, 200]);
});

test('with --demo the page is on unless disabled', async () => {
  const server = await ServerProcess.start({ TRY_PAGE: 'false' }, ['--demo']);
  try {
    assert.equal((await server.request('/try')).status, 404);
    assert.doesNotMatch(server.output.stdout, /\/try/);
  } finally {
    await server.remove();
  }
});

test('without --demo the page is off unless enabled, and then it has no key', async () => {
  const plain = await ServerProcess.start();
  try {
    assert.equal((await plain.request('/try')).status, 404);
  } finally {
    await plain.remove();
  }
  const on = await ServerProcess.start({ TRY_PAGE: 'true' });
  try {
    await on.ready();
    const page = await open(on.url);
    await page.locator('#status', { hasText: 'needs an API key' }).waitFor();
    await page.fill('#key', 'test-key');
    await page.locator('#search button[type=submit]').click();
    await page.locator('#status', { hasText: 'Nothing found' }).waitFor();
    await close(page);
    assert.equal((await on.request('/try', { method: 'POST' })).status, 405);
  } finally {
    await on.remove();
  }
});
