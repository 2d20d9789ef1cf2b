// Webhooks: one is added, tested, seen failing, sent again, edited, rotated, disabled and deleted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConsoleUnderTest } from '../support/console.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const ANSWER = `<script>alert(1)</script>${'no'.repeat(400)}`;

let console: ConsoleUnderTest;
let receiver: WebhookReceiver;
before(async () => {
  receiver = await WebhookReceiver.start();
  console = await ConsoleUnderTest.start({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' }, []);
});
after(async () => {
  receiver.stop();
  await console.stop();
});

test('a person adds a webhook, follows its deliveries, and manages it', async () => {
  const page = await console.open('webhooks');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.getByText('No webhooks yet').waitFor();
  await press('Add a webhook');
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByLabel('click.recorded').check();
  await press('Save');
  const shown = page.getByRole('dialog').locator('pre');
  const secret = (await shown.textContent())!;
  assert.match(secret, /^whsec_/);
  await press('Done');
  await page.getByText('No deliveries yet').waitFor();

  receiver.answerWith(500, {}, ANSWER);
  await press('Send a test event');
  await receiver.waitFor(1);
  await page.getByText('failing').waitFor();
  await page.getByRole('link', { name: 'webhook.test' }).click();
  await page.getByText('<script>alert(1)</script>').first().waitFor();
  const opened = new URL(page.url());
  await console.assertAccessible('webhooks', (each) => each.getByText('failing').waitFor());
  await console.assertAccessible(`webhooks/1${opened.search}`, (each) => each.getByText('<script>').first().waitFor());

  receiver.answerWith(204);
  await press('Re-send undelivered');
  await page.getByText('Last hour').click();
  await press('Re-send all');
  await page.getByText('One event is sent again').waitFor();
  await receiver.waitFor(2);
  await page.getByText('healthy').waitFor();
  await press('Re-send');
  await receiver.waitFor(3);
  await page.getByText('healthy').waitFor();
  await page.getByLabel('State').selectOption('Delivered');
  await page.getByRole('link', { name: 'webhook.test' }).waitFor();

  await press('Edit');
  await page.getByLabel('Note').fill('Rewards back end');
  await press('Save');
  await page.getByText('Rewards back end').waitFor();
  await press('Rotate secret');
  await press('Rotate');
  await shown.filter({ hasText: 'whsec_' }).waitFor();
  assert.notEqual(await shown.textContent(), secret);
  await press('Done');
  await press('Disable');
  await page.getByText('disabled', { exact: true }).waitFor();
  await press('Enable');
  await page.getByText('healthy').waitFor();
  await press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhooks yet').waitFor();
  await console.close(page);
});
