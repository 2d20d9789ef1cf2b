// The searches: what shoppers look for and do not find; no data is not shown as zero.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertFits, ConsoleUnderTest, PHONE } from '../support/console.ts';
import { until } from '../support/until.ts';

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start({ DEMO_ACTIVITY: 'false' });
});
after(() => console.stop());

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Searches' }).waitFor();
const kind = (page: Page, name: string) => page.getByRole('group', { name: 'Queries' }).getByText(name);
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

async function search(query: string, convo_id?: string): Promise<void> {
  const { status } = await console.server.request('/v1/discovery/products/search', {
    method: 'POST',
    headers: convo_id ? { 'x-convo-id': convo_id } : {},
    body: JSON.stringify({ query }),
  });
  assert.equal(status, 200);
}

/** In two conversations, because a query of a single one is not reported. */
async function searchTwice(query: string): Promise<void> {
  for (const convo_id of ['s1', 's2']) await search(query, convo_id);
}

const HOSTILE = '<i>desk</i> lamp';

test('without searches the page says what would be here', async () => {
  const page = await console.open('searches?kind=no_results');
  await heading(page);
  await page.getByText('No searches are reported for this period').waitFor();
  await console.close(page);
});

test('a person finds what is searched for without results, and goes on in the search lab', async () => {
  await searchTwice('desk lamp');
  const page = await console.open('searches');
  const isReported = async () => {
    await page.reload();
    return row(page, 'desk lamp').isVisible();
  };
  await until(async () => (await isReported()) || (await page.waitForTimeout(500)));
  await kind(page, 'Without results').click();
  await page.getByText('Every search found something').waitFor();

  await searchTwice(HOSTILE);
  await searchTwice('hammock');
  await until(async () => {
    const report = await console.server.request(`/v1/reports/searches?${new URLSearchParams(today())}`);
    return (await report.text()).includes('hammock');
  });
  await page.reload();
  const link = page.getByRole('link', { name: 'hammock' });
  await link.waitFor();
  assert.equal(await row(page, 'desk lamp').count(), 0, 'it has results');
  await kind(page, 'Top').click();
  await row(page, 'desk lamp').first().waitFor();
  assert.equal(await page.locator('table i').count(), 0, 'queries are text');
  await page.keyboard.press('/');
  await page.keyboard.type('lamp');
  await link.waitFor({ state: 'detached' });
  assert.match(page.url(), /q=lamp/);
  await page.getByRole('searchbox').fill('no such words');
  await page.getByText('No query has these words').waitFor();
  await page.getByRole('link', { name: 'Show all queries' }).click();
  const query = await link.textContent();
  await link.click();
  await page.waitForURL(/\/console\/lab\?/);
  assert.equal(new URL(page.url()).searchParams.get('q'), query);
  await page.goBack();
  await heading(page);
  await console.close(page);
});

test('clicks that are not known are not shown as zero', async () => {
  // Searches without a conversation count by key and address, so these need a second key.
  const key = await console.keyWith(['discovery']);
  for (const each of ['test-key', key])
    await console.server.request('/v1/discovery/products/search', {
      ...{ method: 'POST', key: each, body: JSON.stringify({ query: 'espresso machine' }) },
    });
  const page = await console.open('searches');
  await until(async () => {
    await page.reload();
    return (await row(page, 'espresso machine').isVisible()) || (await page.waitForTimeout(500));
  });
  const cells = (name: string) => row(page, name).getByRole('cell').allTextContents();
  assert.deepEqual(await cells('espresso machine'), ['espresso machine', 'Top: 2', '2', '0', '–', '–']);
  assert.deepEqual(await cells('desk lamp'), ['desk lamp', 'Top: 2', '2', '0', '2', '0%']);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const csv = readFileSync(await (await saved).path(), 'utf8');
  assert.match(csv, /\r\ndesk lamp,2,0,2,2,0\r\n/);
  assert.match(csv, /\r\nespresso machine,2,0,0,0,\r\n/);
  await console.close(page);
});

test('the searches are accessible, and fit a phone', async () => {
  await console.assertAccessible('searches', (page) => row(page, 'desk lamp').waitFor());
  const page = await console.open('searches?days=7', { viewport: PHONE });
  await page.getByRole('link', { name: 'desk lamp' }).first().waitFor();
  await assertFits(page);
  await console.close(page);
});

function today(): { from: string; to: string } {
  const day = new Date().toISOString().slice(0, 10);
  return { from: day, to: day };
}
