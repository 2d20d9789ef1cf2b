// `finderfee webhooks …`: manages webhooks and their deliveries. A running server sends what is scheduled here.
import { WebhookInput } from '@finderfee/contract/webhook.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { commandHint } from '../command-hint.ts';
import { printable } from '../printable.ts';
import { DELIVERY_STATES, WEBHOOK_EVENTS, type WebhookEventType, type WebhookStore } from '../store/webhook-store.ts';
import type { Outcome, StoreDeps, WithDeps } from '../store-deps.ts';
import { readInstant } from '../text/read-instant.ts';
import { textTable } from '../text-table.ts';
import { withRefusals } from '../with-refusals.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { getWebhook, listWebhooks } from './list-webhooks.ts';
import { resendDelivery, resendUndelivered } from './resend.ts';
import { rotateWebhookSecret } from './rotate-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { deliveryToWire } from './to-wire.ts';
import { updateWebhook } from './update-webhook.ts';

const SHOWN_DELIVERIES = 100;
/** Who can run commands can read the database. */
const OPERATOR = { seesEmails: true };

type Deps = StoreDeps<WebhookStore> & { webhook_private_hosts: readonly string[] };
type Shown = Awaited<ReturnType<typeof getWebhook>>;
interface Flags {
  json?: boolean;
  dataDir?: string;
}

/** Runs an action and returns the exit code: 1 if it is refused. */
type Run = (action: (deps: Deps) => Promise<undefined | Outcome>) => Promise<void>;

export function addWebhooksCommand(
  program: Command,
  withDeps: WithDeps<WebhookStore>,
  privateHosts: () => readonly string[],
): void {
  const webhooks = program
    .command('webhooks')
    .description('manage webhooks, which tell your systems of events, and list and repeat deliveries');
  const run: Run = (action) =>
    withRefusals(withDeps)(async (deps) => (await action({ ...deps, webhook_private_hosts: privateHosts() })) ?? 0);
  addChanges(webhooks, run);
  addLists(webhooks, run);
  addSending(webhooks, run);
}

function addChanges(webhooks: Command, run: Run): void {
  webhooks
    .command('add')
    .argument('<url>', 'https URL that events are sent to')
    .description('add a webhook and print its secret once')
    .requiredOption('--events <list>', `comma-separated: ${WEBHOOK_EVENTS.join(', ')}`, readEvents)
    .option('--description <text>', 'your own note', readDescription)
    .option('--pii', 'send emails unmasked')
    .option('--json', 'print JSON')
    .action((url: string, { events, description = null, pii = false, json }) =>
      run(async (deps) => {
        const { secret, ...webhook } = await createWebhook(deps, { url, events, description, pii }, OPERATOR);
        if (json) console.log(JSON.stringify({ ...webhook, secret }));
        else console.log(`${describe(webhook)}\n${describeSecret(secret)}`);
        return { code: 0, subject: String(webhook.id) };
      }),
    );
  webhooks
    .command('update')
    .argument('<id>', 'id of the webhook', wholeNumber)
    .description('change a webhook')
    .option('--url <url>', 'https URL that events are sent to')
    .option('--events <list>', 'comma-separated', readEvents)
    .option('--description <text>', 'your own note', readDescription)
    .option('--pii', 'send emails unmasked')
    .option('--no-pii', 'send emails masked')
    .option('--json', 'print JSON')
    .action((id: number, { url, events, description, pii, json }) =>
      run(async (deps) => show(await updateWebhook(deps, id, { url, events, description, pii }, OPERATOR), { json })),
    );
  const addSwitch = (command: Command, enabled: boolean) =>
    command
      .argument('<id>', 'id of the webhook', wholeNumber)
      .option('--json', 'print JSON')
      .action((id: number, flags: Flags) =>
        run(async (deps) => show(await updateWebhook(deps, id, { enabled }, OPERATOR), flags)),
      );
  addSwitch(webhooks.command('enable').description('send events again, with those that have been waiting'), true);
  addSwitch(webhooks.command('disable').description('send nothing; events wait until it is enabled'), false);
  webhooks
    .command('remove')
    .argument('<id>', 'id of the webhook', wholeNumber)
    .description('remove a webhook; what waits for it is not sent')
    .action((id: number) =>
      run(async (deps) => {
        await deleteWebhook(deps, id);
        console.log(`webhook ${id} is removed`);
      }),
    );
  webhooks
    .command('rotate')
    .argument('<id>', 'id of the webhook', wholeNumber)
    .description('replace the secret and print the new one once; both sign for 24 hours')
    .option('--json', 'print JSON')
    .action((id: number, { json }: Flags) =>
      run(async (deps) => {
        const { secret, previous_expires_at } = await rotateWebhookSecret(deps, id, OPERATOR);
        if (json) console.log(JSON.stringify({ secret, previous_expires_at }));
        else console.log(`${describeSecret(secret)}\nThe old secret signs too until ${previous_expires_at}.`);
      }),
    );
}

function addLists(webhooks: Command, run: Run): void {
  webhooks
    .command('list')
    .description('list all webhooks, without their secrets')
    .option('--json', 'print JSON')
    .action(({ json }: Flags) =>
      run(async (deps) => {
        const { items } = await listWebhooks(deps);
        if (json) console.log(JSON.stringify(items));
        else console.log(items.length === 0 ? 'no webhooks' : table(items));
      }),
    );
  webhooks
    .command('show')
    .argument('<id>', 'id of the webhook', wholeNumber)
    .description('show a webhook')
    .option('--json', 'print JSON')
    .action((id: number, flags: Flags) => run(async (deps) => show(await getWebhook(deps, id), flags)));
  webhooks
    .command('deliveries')
    .argument('<id>', 'id of the webhook', wholeNumber)
    .description(`list the last ${SHOWN_DELIVERIES} deliveries of a webhook, with their attempts`)
    .addOption(new Option('--state <state>', 'only those in this state').choices([...DELIVERY_STATES]))
    .option('--json', 'print JSON')
    .action((id: number, { state = null, json }) =>
      run(async (deps) => {
        await getWebhook(deps, id);
        const by = { webhook_id: id, state, before: null, limit: SHOWN_DELIVERIES };
        const found = (await deps.store.listDeliveries(by)).map(deliveryToWire);
        if (json) console.log(JSON.stringify(found));
        else if (found.length === 0) console.log('no deliveries');
        else for (const one of found) console.log(describeDelivery(one));
      }),
    );
}

function addSending(webhooks: Command, run: Run): void {
  webhooks
    .command('resend')
    .argument('<id>', 'id of the webhook', wholeNumber)
    .argument('[delivery-id]', 'id of a delivery', wholeNumber)
    .description('send a delivery, or undelivered events since a time, again; also if the webhook is disabled')
    .option('--since <time>', 'a date-time such as 2026-11-17T09:00:00Z', readTime)
    .action((id: number, delivery: number | undefined, { since }: { since?: number }, command: Command) => {
      if ((delivery === undefined) === (since === undefined))
        command.error('error: give either a delivery id or --since');
      return run(async (deps) => {
        if (delivery === undefined) {
          const { resent } = await resendUndelivered(deps, id, since!);
          console.log(`${resent} ${resent === 1 ? 'delivery is' : 'deliveries are'} sent again`);
        } else {
          await resendDelivery(deps, id, delivery);
          console.log(`delivery ${delivery} is sent again`);
        }
      });
    });
  webhooks
    .command('test')
    .argument('<id>', 'id of the webhook', wholeNumber)
    .description('send the event webhook.test')
    .action((id: number, { dataDir }: Flags) =>
      run(async (deps) => {
        const { delivery_id } = await testWebhook(deps, id);
        const hint = commandHint(`webhooks deliveries ${id}`, dataDir);
        console.log(`delivery ${delivery_id} is sent by the running server: see ${hint}`);
      }),
    );
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new InvalidArgumentError('must be a whole number');
  return Number(value);
}

function readEvents(value: string): WebhookEventType[] {
  const names = [...new Set(value.split(',').map((word) => word.trim()))] as WebhookEventType[];
  if (!names.every((name) => WEBHOOK_EVENTS.includes(name)))
    throw new InvalidArgumentError(`events: ${WEBHOOK_EVENTS.join(', ')}`);
  return names;
}

function readDescription(value: string): string {
  if (!WebhookInput.shape.description.safeParse(value).success)
    throw new InvalidArgumentError('must be a text of at most 500 characters');
  return value;
}

function readTime(value: string): number {
  const at_ms = readInstant(value);
  if (at_ms === undefined) throw new InvalidArgumentError('must be a date-time such as 2026-11-17T09:00:00Z');
  return at_ms;
}

function show(webhook: Shown, { json }: Flags): undefined {
  console.log(json ? JSON.stringify(webhook) : describe(webhook));
}

const stateOf = ({ enabled, disabled_reason, failing_since }: Shown): string => {
  if (!enabled) return `disabled: ${disabled_reason}`;
  return failing_since === null ? 'enabled' : `enabled, failing since ${failing_since}`;
};

const describe = (webhook: Shown): string =>
  [
    `id           ${webhook.id}`,
    `url          ${webhook.url}`,
    `events       ${webhook.events.join(', ')}`,
    `description  ${webhook.description ?? ''}`,
    `emails       ${webhook.pii ? 'unmasked' : 'masked'}`,
    `state        ${stateOf(webhook)}`,
  ]
    .map((line) => printable(line.trimEnd()))
    .join('\n');

const describeSecret = (secret: string): string => `secret       ${secret}\n\nSave it now: it will not be shown again.`;

const table = (webhooks: Shown[]): string =>
  textTable([
    ['ID', 'STATE', 'URL', 'EVENTS'],
    ...webhooks.map((webhook) => [
      String(webhook.id),
      stateOf(webhook),
      printable(webhook.url),
      webhook.events.join(','),
    ]),
  ]);

function describeDelivery(delivery: ReturnType<typeof deliveryToWire>): string {
  const { id, timestamp, type, state, next_attempt_at, event_id, attempts } = delivery;
  const next = next_attempt_at === null ? '' : `, next attempt ${next_attempt_at}`;
  const lines = attempts.map(
    ({ at, status, error, response, duration_ms }) =>
      `  ${at}  ${status ?? error}  ${duration_ms} ms${response ? `  ${response}` : ''}`,
  );
  return [`${id}  ${timestamp}  ${type}  ${event_id}  ${state}${next}`, ...lines].map(printable).join('\n');
}
