// Records what commands change, under the operations that do the same over HTTP.
import type { EndpointName } from '@finderfee/contract/endpoints.ts';
import type { Command } from 'commander';
import type { AuditStore } from '../store/audit-store.ts';
import type { Outcome, StoreDeps } from '../store-deps.ts';
import { maskSecrets } from '../text/mask.ts';

const COMMAND_LINE = 'command line';

/** Null: no operation does the same. `feeds run` is not here: the service starts it, and each run has a record. */
export const RECORDED_COMMANDS: Record<string, EndpointName | null> = {
  'keys create': 'createKey',
  'keys revoke': 'revokeKey',
  import: null,
  'feeds add': 'createFeed',
  'feeds change': 'changeFeed',
  'feeds pause': 'pauseFeed',
  'feeds resume': 'resumeFeed',
  'feeds remove': 'deleteFeed',
  'networks add': null,
  'networks rotate': null,
  'networks remove': null,
  'conversions import': null,
  'conversions match': null,
  'webhooks add': 'createWebhook',
  'webhooks update': 'updateWebhook',
  'webhooks enable': 'updateWebhook',
  'webhooks disable': 'updateWebhook',
  'webhooks remove': 'deleteWebhook',
  'webhooks rotate': 'rotateWebhookSecret',
  'webhooks resend': 'resendDelivery',
  'webhooks test': 'testWebhook',
  'synonyms add': 'addSynonyms',
  'synonyms remove': 'removeSynonyms',
  'jobs retry': 'retryJob',
  'demo add': null,
  'demo activity': null,
  'demo remove': null,
  reindex: 'rebuildIndex',
  export: 'exportFacts',
  erase: 'erasePerson',
};

/** Arguments that name what is changed. Others may hold a URL with a secret. */
const NAMING = ['id', 'name', 'group', 'what', 'delivery-id'];

/** After the change, which stands even if it cannot be recorded. */
export async function recordCommand(
  { store, clock }: StoreDeps<Pick<AuditStore, 'recordAction'>>,
  { name, command, outcome }: { name: string; command: Command; outcome: Outcome },
): Promise<void> {
  const operation = RECORDED_COMMANDS[name];
  const isChange = typeof outcome === 'object' || outcome === 0;
  if (operation === undefined || !isChange || command.opts().dryRun) return;
  const subject = typeof outcome === 'object' ? outcome.subject : subjectOf(command);
  const isResendOfAll = operation === 'resendDelivery' && command.args.length === 1;
  try {
    await store.recordAction({
      ...{ at_ms: clock.now_ms(), key_id: COMMAND_LINE, key_name: COMMAND_LINE, request_id: null },
      action: isResendOfAll ? 'resendUndelivered' : (operation ?? name),
      subject: subject === null ? null : maskSecrets(subject),
    });
  } catch (error) {
    console.error(`the change is missing in the audit log: ${(error as Error).message}`);
  }
}

function subjectOf(command: Command): string | null {
  const named = command.args.filter((_, i) => NAMING.includes(command.registeredArguments[i]?.name() ?? ''));
  return named.length > 0 ? named.join('/') : (command.opts().feed ?? null);
}
