// The form of a new webhook, and of one to change.
import type { Webhook, WebhookInput } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { hasScope } from '../../session.ts';
import { useAction } from '../../use-action.ts';

type EventName = Webhook['events'][number];

/** A test event is sent whether it is subscribed or not. */
const EVENTS: readonly EventName[] = [
  'offer.registered',
  'click.recorded',
  'signup.recorded',
  'conversion.recorded',
  'conversion.updated',
  'reward.changed',
  'feed.failed',
];

interface Props<T> {
  webhook?: Webhook;
  save: (input: WebhookInput) => Promise<T>;
  onSaved: (saved: T) => void;
  close: () => void;
}

export function WebhookForm<T>({ webhook, save, onSaved, close }: Props<T>) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<readonly EventName[]>(webhook?.events ?? []);
  const [hasEmails, setHasEmails] = useState(webhook?.pii ?? false);
  const action = useAction(save, { done: 'The webhook is saved', onDone: onSaved });
  const offered = [...new Set([...EVENTS, ...(webhook?.events ?? [])])];
  const submit = (event: Event) => {
    event.preventDefault();
    const names = events as WebhookInput['events'];
    void action.run({ url: url.trim(), description: description.trim() || null, events: names, pii: hasEmails });
  };
  return (
    <form onSubmit={submit}>
      <label class="field">
        <span>URL</span>
        <input
          type="url"
          value={url}
          required
          maxLength={2048}
          placeholder="https://…"
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Note</span>
        <input
          value={description}
          maxLength={500}
          autocomplete="off"
          onInput={(event) => setDescription(event.currentTarget.value)}
        />
      </label>
      <fieldset class="checks">
        <legend>Events</legend>
        {offered.map((name) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={events.includes(name)}
              onChange={() => setEvents(offered.filter((each) => events.includes(each) !== (each === name)))}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {(hasScope('pii') || webhook?.pii) && (
        <label class="check">
          <input type="checkbox" checked={hasEmails} onChange={() => setHasEmails(!hasEmails)} />
          Send emails unmasked
        </label>
      )}
      <div class="dialog-actions">
        <button class="button" type="button" onClick={close}>
          Cancel
        </button>
        <button class="button primary" type="submit" disabled={action.isBusy || events.length === 0}>
          Save
        </button>
      </div>
    </form>
  );
}
