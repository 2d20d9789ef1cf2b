// Conversations: a recent one is opened, and its events appear as they happen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConsoleUnderTest } from '../support/console.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start({ DEMO_ACTIVITY: 'false' });
});
after(() => console.stop());

async function send(path: string, body: unknown): Promise<void> {
  const response = await console.server.request(path, { method: 'POST', body: JSON.stringify(body) });
  assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
}

test('without conversations, the page says how one begins', async () => {
  const page = await console.open('conversations');
  await page.getByText('No conversations yet').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('no one');
  await page.keyboard.press('Enter');
  await page.getByText('There is no such conversation').waitFor();
  await console.close(page);
});

test('a conversation is opened from the list, and followed live', async () => {
  await send('/chat/visit', { chat: 'a backpack under $80' });
  const page = await console.open('conversations?from=2020-01-01');
  await page.getByRole('link', { name: 'a backpack under $80' }).click();
  const transcript = page.getByRole('log', { name: 'Transcript' });
  await transcript.getByText('a backpack under $80', { exact: true }).waitFor();
  await transcript.getByRole('list', { name: 'Understood' }).getByText('under $80').waitFor();
  await page.evaluate("document.querySelector('.turn').dataset.mark = 'first'");
  await send('/chat/visit', { chat: `${HOSTILE} ${'long'.repeat(400)}` });
  await transcript.getByText(HOSTILE).waitFor();
  assert.equal(await transcript.locator('[data-mark=first]').count(), 1, 'what was shown stays');
  const ids = { convo_id: 'visit', click_id: 'k1', presentation_id: 'p1' };
  const click = { program: 'gold', email: 'ann@example.com', click_datetime: new Date().toISOString(), ...ids };
  await send('/offers/single', { product_click: click, product_info: { name: 'Backpack', presentment_id: 'p1' } });
  await page.getByRole('list', { name: 'Trace' }).getByRole('link', { name: 'p1 · k1' }).click();
  await page.getByRole('heading', { level: 1, name: 'Offer 1' }).waitFor();
  await page.getByRole('link', { name: 'visit' }).click();
  await transcript.getByText(HOSTILE).waitFor();
  await console.close(page);
});

test('the tool calls of an agent are counted in the list, and on the trace of its conversation', async () => {
  const use = (name: string, args: object) => {
    const params = { name, arguments: { ...args, convo_id: 'agent' } };
    return send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  };
  await use('search_products', { query: 'wooden train' });
  await use('find_merchants', { query: 'toys' });
  const page = await console.open('conversations?from=2020-01-01');
  await page.getByText('2 tool calls').waitFor();
  await page.getByRole('link', { name: 'wooden train' }).click();
  const trace = page.getByRole('list', { name: 'Trace' });
  for (const text of ['find_merchants', 'search_products', 'wooden train'])
    await trace.getByText(text, { exact: true }).waitFor();
  await console.close(page);
});

test('conversations need the scope operate, and their pages are accessible', async () => {
  const page = await console.open('conversations', { scopes: ['catalogue'] });
  await page.getByText('Your key may not see Conversations').waitFor();
  await console.close(page);
  await console.assertAccessible('conversations', (page) => page.getByText('visit').first().waitFor());
  await console.assertAccessible('conversations/visit', (page) => page.getByRole('log').getByText(HOSTILE).waitFor());
});
