// Conversations: the recent ones, and one of them as it happens.
import type { ConversationSummary } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api, SERVICE_URL } from '../../api.ts';
import { hrefOf, navigate, place } from '../../router.ts';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DateFilter, Filters } from '../../ui/filters.tsx';
import { number } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { ConversationPage } from './conversation-page.tsx';

const REFRESH_MS = 5000;

/** A day in the person's time zone. */
const startOf = (day: string, days = 0): string | undefined => {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + days);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

type Counts = ConversationSummary['counts'];

/** One, and several. */
const NAMES = {
  chat: ['turn', 'turns'],
  search: ['search', 'searches'],
  offer: ['offer', 'offers'],
  click: ['click', 'clicks'],
  signup: ['signup', 'signups'],
  conversion: ['sale change', 'sale changes'],
  tool: ['tool call', 'tool calls'],
} as const;
const KINDS = Object.keys(NAMES) as (keyof typeof NAMES)[];

const countOf = (counts: Counts, kind: keyof typeof NAMES): string =>
  `${number(counts[kind])} ${NAMES[kind][counts[kind] === 1 ? 0 : 1]}`;

const COLUMNS: readonly Column<ConversationSummary>[] = [
  {
    name: 'Conversation',
    cell: ({ convo_id, last_chat, last_query }) => (
      <>
        <a class="clamp" href={hrefOf(['conversations', convo_id])}>
          {last_chat ?? last_query ?? convo_id}
        </a>
        <span class="hint clamp">{convo_id}</span>
      </>
    ),
    text: ({ convo_id }) => convo_id,
    isWide: true,
  },
  {
    name: 'Events',
    cell: ({ counts }) => (
      <span class="chips">
        {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
          <Chip key={kind} tone={kind === 'conversion' ? 'good' : 'plain'}>
            {countOf(counts, kind)}
          </Chip>
        ))}
      </span>
    ),
    text: ({ counts }) => KINDS.map((kind) => countOf(counts, kind)).join(', '),
  },
  { name: 'Started', cell: ({ started_at }) => <Time at={started_at} />, text: ({ started_at }) => started_at },
  {
    name: 'Last event',
    cell: ({ last_event_at }) => <Time at={last_event_at} />,
    text: ({ last_event_at }) => last_event_at,
  },
];

export default function Conversations() {
  const [, id] = place.value.path;
  return id === undefined ? <RecentConversations /> : <ConversationPage key={id} id={id} />;
}

function RecentConversations() {
  const { from, to, cursor } = Object.fromEntries(place.value.query);
  const start = from ? startOf(from) : undefined;
  const end = to ? startOf(to, 1) : undefined;
  const query = { ...(start ? { from: start } : {}), ...(end ? { to: end } : {}), ...(cursor ? { cursor } : {}) };
  const list = useResource((options) => api.conversations.list(query, options), [from, to, cursor], {
    refreshMs: REFRESH_MS,
  });
  return (
    <>
      <PageHead title="Conversations" text="What shoppers ask for, and what they do with the answers." />
      <Filters>
        <OpenById />
        <DateFilter name="from" label="From" />
        <DateFilter name="to" label="To" />
      </Filters>
      <DataTable
        caption="Conversations"
        resource={list}
        columns={COLUMNS}
        rowKey={({ convo_id }) => convo_id}
        empty={
          from || to ? (
            <EmptyState title="No conversations in these days" icon="conversations">
              <a href={hrefOf(['conversations'])}>Show all of them</a>
            </EmptyState>
          ) : (
            <EmptyState title="No conversations yet" icon="conversations">
              A conversation begins with a chat, a search or an offer:{' '}
              <a href={`${SERVICE_URL}docs/`}>see the reference</a>.
            </EmptyState>
          )
        }
      />
    </>
  );
}

/** Enter opens the conversation. */
function OpenById() {
  const [id, setId] = useState('');
  const open = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && id.trim()) navigate(hrefOf(['conversations', id.trim()]));
  };
  return (
    <label class="field search-field">
      <span>Open by id</span>
      <span class="with-icon">
        <Icon name="search" />
        <input
          type="search"
          value={id}
          placeholder="Conversation id, then Enter"
          autocomplete="off"
          spellcheck={false}
          data-search
          onInput={(event) => setId(event.currentTarget.value)}
          onKeyDown={open}
        />
        <span class="key-hint" aria-hidden="true">
          /
        </span>
      </span>
    </label>
  );
}
