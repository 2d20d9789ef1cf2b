// Every event of a conversation, newest first, with its fields.
import type { ConversationEvent } from '@finderfee/client';
import type { ComponentChildren } from 'preact';
import { hrefOf } from '../../router.ts';
import { money } from '../../ui/format.ts';
import { JsonView } from '../../ui/json-view.tsx';
import { Card } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { factHref, isKind } from '../ledger/kinds.ts';
import type { TraceEvent } from './use-followed.ts';

export function Trace({ events }: { events: readonly TraceEvent[] }) {
  return (
    <Card title="Trace">
      <ol class="trace" aria-label="Trace">
        {events.toReversed().map((event) => (
          <li key={event.lastEventId} class={`trace-event kind-${event.kind}${event.isNew ? ' is-new' : ''}`}>
            <div class="trace-head">
              <strong>{event.kind}</strong>
              <Time at={event.at} />
            </div>
            {describe(event)}
            <details>
              <summary>Fields</summary>
              <JsonView value={event.data} />
            </details>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What happened, with a link to more about it. */
function describe({ kind, id, data }: ConversationEvent): ComponentChildren {
  if (kind === 'chat') return <span class="clamp">{textOf(data.chat) || 'A choice without words'}</span>;
  if (kind === 'search') {
    const query = textOf(data.query);
    return query ? <Link href={hrefOf(['lab'], { q: query })} text={query} /> : <span>Without words</span>;
  }
  if (kind === 'tool') return <span class="clamp">{textOf(data.tool)}</span>;
  if (!isKind(kind)) return <span class="clamp">{id}</span>;
  return <Link href={factHref(kind, id)} text={kind === 'conversion' ? saleOf(data) : idsOf(id, data)} />;
}

const Link = ({ href, text }: { href: string; text: string }) => (
  <a class="clamp" href={href} title={text}>
    {text}
  </a>
);

const idsOf = (id: string, { presentation_id, click_id, program }: ConversationEvent['data']): string =>
  [textOf(presentation_id), textOf(click_id)].filter(Boolean).join(' · ') || textOf(program) || id;

const saleOf = ({ network, status, sale_amount, currency }: ConversationEvent['data']): string =>
  `${textOf(network)}: ${textOf(status)}, ${money(textOf(sale_amount), textOf(currency))}`;
