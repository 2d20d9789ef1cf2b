// The deliveries of a webhook with their attempts and answers; sending one again, and sending a test.
import type { Delivery } from '@finderfee/client';
import type { ComponentChildren } from 'preact';
import { api } from '../../api.ts';
import { place, queryHref } from '../../router.ts';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Filters, SelectFilter } from '../../ui/filters.tsx';
import { duration, number } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../use-action.ts';
import { useResource } from '../../use-resource.ts';
import { ResendUndelivered } from './resend-undelivered.tsx';

const REFRESH_MS = 3000;

const STATES = { '': 'All', waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' };
const TONES: Record<Delivery['state'], Tone> = { waiting: 'info', delivered: 'good', failed: 'bad' };

type Attempt = Delivery['attempts'][number];

/** `onSent` is called when something is sent by hand. */
export function Deliveries({ id, onSent }: { id: number; onSent: () => void }) {
  const { state, cursor, delivery } = Object.fromEntries(place.value.query);
  const query = { state, cursor } as Parameters<typeof api.webhooks.deliveries>[1];
  const deliveries = useResource((options) => api.webhooks.deliveries(id, query, options), [id, query], {
    refreshMs: REFRESH_MS,
  });
  const onDone = () => {
    deliveries.reload();
    onSent();
  };
  const resend = useAction((of: number) => api.webhooks.resend(id, of), { done: 'It is sent again', onDone });
  const test = useAction(() => api.webhooks.test(id), { done: 'A test event is sent', onDone });
  const resendButton = (each: Delivery) => (
    <button class="button small" type="button" disabled={resend.isBusy} onClick={() => resend.run(each.id)}>
      Re-send
    </button>
  );
  return (
    <section>
      <header class="page-head">
        <h2>Deliveries</h2>
        <div class="actions">
          <ResendUndelivered id={id} onDone={onDone} />
          <button class="button" type="button" disabled={test.isBusy} onClick={() => test.run()}>
            Send a test event
          </button>
        </div>
      </header>
      <Filters>
        <SelectFilter name="state" label="State" options={STATES} />
      </Filters>
      <DataTable
        caption="Deliveries"
        resource={deliveries}
        columns={columnsFor(delivery, cursor, resendButton)}
        rowKey={(each) => each.id}
        details={(each) => String(each.id) === delivery && <Attempts of={each} />}
        empty={
          <EmptyState title={state ? 'No such deliveries' : 'No deliveries yet'} icon="webhooks">
            {state ? (
              <a href={queryHref({ state: null })}>Show all deliveries</a>
            ) : (
              'Send a test event to see whether your system answers.'
            )}
          </EmptyState>
        }
      />
    </section>
  );
}

const columnsFor = (
  open: string | undefined,
  cursor: string | undefined,
  resendButton: (delivery: Delivery) => ComponentChildren,
): Column<Delivery>[] => [
  {
    name: 'Event',
    cell: ({ id, type }) => {
      const isOpen = String(id) === open;
      return (
        <a href={queryHref({ delivery: isOpen ? null : id, cursor })} aria-expanded={isOpen}>
          {type}
        </a>
      );
    },
    text: ({ type }) => type,
  },
  { name: 'State', cell: ({ state }) => <Chip tone={TONES[state]}>{state}</Chip>, text: ({ state }) => state },
  {
    name: 'Last answer',
    cell: ({ attempts }) => <Answer of={attempts.at(-1)} />,
    text: ({ attempts }) => attempts.at(-1)?.status,
    isWide: true,
  },
  {
    name: 'Attempts',
    cell: ({ attempts }) => number(attempts.length),
    text: ({ attempts }) => attempts.length,
    isNumber: true,
  },
  { name: 'Happened', cell: ({ timestamp }) => <Time at={timestamp} />, text: ({ timestamp }) => timestamp },
  { name: 'Actions', cell: resendButton },
];

const Answer = ({ of: attempt }: { of: Attempt | undefined }) => (
  <span class="clamp">{attempt ? (attempt.status ?? attempt.error) : '–'}</span>
);

function Attempts({ of: delivery }: { of: Delivery }) {
  return (
    <div class="stack">
      <p class="hint">
        Event <code>{delivery.event_id}</code> <CopyButton text={delivery.event_id} label="Copy the event id" />
        {delivery.next_attempt_at && (
          <>
            {' '}
            · next attempt <Time at={delivery.next_attempt_at} />
          </>
        )}
      </p>
      {delivery.attempts.length === 0 && <p class="hint">There has been no attempt yet.</p>}
      <ol class="stack">
        {delivery.attempts.map((attempt) => (
          <li key={attempt.at}>
            <p>
              <Time at={attempt.at} />: <strong>{attempt.status ?? attempt.error}</strong> after{' '}
              {duration(attempt.duration_ms)}
            </p>
            {attempt.response && <pre class="wrapped">{attempt.response}</pre>}
          </li>
        ))}
      </ol>
    </div>
  );
}
