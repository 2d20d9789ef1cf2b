// One webhook: its health, what can be done with it, and its deliveries.
import type { Webhook } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { hrefOf, navigate } from '../../router.ts';
import { Chip } from '../../ui/chip.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Card, Facts, PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../use-action.ts';
import { useResource } from '../../use-resource.ts';
import { Deliveries } from './deliveries.tsx';
import { Health } from './health.tsx';
import { WebhookForm } from './webhook-form.tsx';

const REFRESH_MS = 5000;

export function WebhookPage({ id }: { id: number }) {
  const { data, error, reload } = useResource((options) => api.webhooks.get(id, options), [id], {
    refreshMs: REFRESH_MS,
  });
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <PageHead
        title={`Webhook ${id}`}
        text={<a href={hrefOf(['webhooks'])}>All webhooks</a>}
        actions={data && <Actions webhook={data} reload={reload} edit={() => setEdited(true)} />}
      />
      <ErrorBox error={error} retry={reload} />
      {!data && !error && <div class="page-loading" role="status" aria-label="Loading" />}
      {data && (
        <div class="stack">
          <Card>
            <Facts of={factsOf(data)} />
          </Card>
          <Deliveries id={id} onSent={reload} />
          <Dialog title="Edit the webhook" isOpen={isEdited} onClose={() => setEdited(false)}>
            <WebhookForm
              webhook={data}
              close={() => setEdited(false)}
              save={(input) => api.webhooks.update(id, input)}
              onSaved={() => {
                setEdited(false);
                reload();
              }}
            />
          </Dialog>
        </div>
      )}
    </>
  );
}

const factsOf = (webhook: Webhook) => ({
  URL: <span class="clamp">{webhook.url}</span>,
  Health: <Health of={webhook} />,
  Note: webhook.description ?? '–',
  Events: (
    <span class="chips">
      {webhook.events.map((event) => (
        <Chip key={event}>{event}</Chip>
      ))}
    </span>
  ),
  Emails: webhook.pii ? <Chip tone="warn">unmasked</Chip> : 'masked',
  Created: <Time at={webhook.created_at} />,
});

function Actions({ webhook, reload, edit }: { webhook: Webhook; reload: () => void; edit: () => void }) {
  const { id, enabled } = webhook;
  const [secret, setSecret] = useState<string>();
  const change = useAction(() => api.webhooks.update(id, { enabled: !enabled }), {
    done: enabled ? 'Events wait until it is enabled' : 'What has been waiting is sent',
    onDone: reload,
  });
  const rotate = useAction(() => api.webhooks.rotate(id), { onDone: (rotated) => setSecret(rotated.secret) });
  const remove = useAction(() => api.webhooks.delete(id), {
    done: 'The webhook is deleted',
    onDone: () => navigate(hrefOf(['webhooks']), { replace: true }),
  });
  const askRotate = async () => {
    const text = 'For 24 hours the old secret and the new one both sign. Then the old one is forgotten.';
    if (await confirm({ title: 'Rotate the secret?', text, action: 'Rotate' })) await rotate.run();
  };
  const askRemove = async () => {
    const text = 'What waits for it is not sent any more, and its deliveries are forgotten.';
    if (await confirm({ title: 'Delete this webhook?', text, action: 'Delete' })) await remove.run();
  };
  return (
    <>
      <button class="button" type="button" onClick={edit}>
        Edit
      </button>
      <button class="button" type="button" disabled={change.isBusy} onClick={() => change.run()}>
        {enabled ? 'Disable' : 'Enable'}
      </button>
      <button class="button" type="button" disabled={rotate.isBusy} onClick={askRotate}>
        Rotate secret
      </button>
      <button class="button" type="button" disabled={remove.isBusy} onClick={askRemove}>
        Delete
      </button>
      <SecretDialog title="The new secret" secret={secret} onClose={() => setSecret(undefined)}>
        Copy it now: it is shown this once. For 24 hours the old secret signs too.
      </SecretDialog>
    </>
  );
}
