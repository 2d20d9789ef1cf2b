// Webhooks: URLs of the operator's systems, how they are doing, and what was sent to each.
import type { Webhook } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { hrefOf, navigate, place } from '../../router.ts';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { Health } from './health.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPage } from './webhook-page.tsx';

const REFRESH_MS = 10_000;

export default function Webhooks() {
  const [, id] = place.value.path;
  return id === undefined ? <WebhooksPage /> : <WebhookPage key={id} id={Number(id)} />;
}

function WebhooksPage() {
  const webhooks = useResource((options) => api.webhooks.list(options), [], { refreshMs: REFRESH_MS });
  const [isNew, setNew] = useState(false);
  const [created, setCreated] = useState<{ id: number; secret: string }>();
  const add = (
    <button class="button primary" type="button" onClick={() => setNew(true)}>
      Add a webhook
    </button>
  );
  return (
    <>
      <PageHead title="Webhooks" text="Events that are sent to your systems as they happen." actions={add} />
      <DataTable
        caption="Webhooks"
        resource={webhooks}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No webhooks yet" icon="webhooks">
            Add the URL of a system that is to hear of clicks, conversions and rewards. Each event is signed.
          </EmptyState>
        }
      />
      <Dialog title="Add a webhook" isOpen={isNew} onClose={() => setNew(false)}>
        <WebhookForm
          close={() => setNew(false)}
          save={(input) => api.webhooks.create(input)}
          onSaved={(webhook) => {
            setNew(false);
            setCreated(webhook);
            webhooks.reload();
          }}
        />
      </Dialog>
      <SecretDialog
        title="The secret of the webhook"
        secret={created?.secret}
        onClose={() => {
          setCreated(undefined);
          navigate(hrefOf(['webhooks', created!.id]));
        }}
      >
        Your system checks the signature of each event with it. Copy it now: it is shown this once.
      </SecretDialog>
    </>
  );
}

const COLUMNS: Column<Webhook>[] = [
  {
    name: 'URL',
    cell: ({ id, url, description }) => (
      <>
        <a class="clamp" href={hrefOf(['webhooks', id])}>
          {url}
        </a>
        {description && <p class="hint clamp">{description}</p>}
      </>
    ),
    text: ({ url }) => url,
    isWide: true,
  },
  { name: 'Health', cell: (webhook) => <Health of={webhook} />, text: ({ enabled }) => enabled },
  {
    name: 'Events',
    cell: ({ events }) => (
      <span class="chips">
        {events.map((event) => (
          <Chip key={event}>{event}</Chip>
        ))}
      </span>
    ),
    text: ({ events }) => events.join(' '),
  },
  { name: 'Created', cell: ({ created_at }) => <Time at={created_at} />, text: ({ created_at }) => created_at },
];
