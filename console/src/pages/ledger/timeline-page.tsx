// The time line of a fact: what led to it and what came of it.
import './timeline.css';
import type { LedgerFact, Timeline } from '@finderfee/client';
import { NotFoundError } from '@finderfee/client';
import { api } from '../../api.ts';
import { hrefOf } from '../../router.ts';
import { hasScope } from '../../session.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { duration, money } from '../../ui/format.ts';
import { Card, Facts, PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { conversationHref, factHref, KINDS, type Kind, toneOf } from './kinds.ts';
import { MatchByHand } from './match-by-hand.tsx';

const REFRESH_MS = 5000;

export function TimelinePage({ kind, id }: { kind: Kind; id: string }) {
  const timeline = useResource((options) => api.ledger.timeline(kind, id, options), [kind, id], {
    refreshMs: REFRESH_MS,
  });
  const { data, error, reload } = timeline;
  const isUnknown = error instanceof NotFoundError;
  return (
    <>
      <PageHead
        title={`${KINDS[kind]} ${id}`}
        text={data?.fact.summary}
        actions={
          <>
            {data && isUnmatched(data) && hasScope('conversions') && <MatchByHand id={id} onMatched={reload} />}
            <a class="button" href={hrefOf(['ledger'])}>
              Ledger
            </a>
          </>
        }
      />
      {isUnknown ? (
        <EmptyState title="There is no such fact" icon="ledger">
          It may have been deleted when its retention ended. <a href={hrefOf(['ledger'])}>Find another one</a>.
        </EmptyState>
      ) : (
        <ErrorBox error={error} retry={reload} />
      )}
      {data && !isUnknown && <Path timeline={data} />}
      {!data && !error && <div class="page-loading" role="status" aria-label="Loading" />}
    </>
  );
}

const isUnmatched = ({ fact }: Timeline) => fact.kind === 'conversion' && fact.ids.click_no === undefined;

function Path({ timeline: { fact, entries, is_truncated } }: { timeline: Timeline }) {
  const convo_id = fact.convo_id;
  const href = convo_id === null ? undefined : conversationHref(convo_id);
  return (
    <div class="with-aside">
      <ol class="timeline" aria-label="Time line">
        {entries.map((entry, i) => (
          <Entry
            key={`${entry.kind} ${entry.id}`}
            entry={entry}
            before={entries[i - 1]}
            isCurrent={entry.kind === fact.kind && entry.id === fact.id}
          />
        ))}
      </ol>
      <Card title="At a glance">
        <Facts
          of={{
            Program: fact.program ?? '–',
            Shopper: fact.email ?? '–',
            Conversation: href ? <a href={href}>{convo_id}</a> : (convo_id ?? '–'),
            Took: duration(Date.parse(entries.at(-1)!.at) - Date.parse(entries[0]!.at)),
          }}
        />
        {is_truncated && <p class="hint">Of each kind, the newest 100 are shown.</p>}
      </Card>
    </div>
  );
}

interface EntryProps {
  entry: LedgerFact;
  before: LedgerFact | undefined;
  isCurrent: boolean;
}

function Entry({ entry, before, isCurrent }: EntryProps) {
  const { kind, id, at, status, summary, amounts, ids } = entry;
  const later_ms = before ? Date.parse(at) - Date.parse(before.at) : 0;
  return (
    <li class={`timeline-entry kind-${kind}`} aria-current={isCurrent ? 'true' : undefined}>
      <div class="timeline-head">
        <h2>{isCurrent ? KINDS[kind] : <a href={factHref(kind, id)}>{KINDS[kind]}</a>}</h2>
        {status && <Chip tone={toneOf(status)}>{status}</Chip>}
        <span class="timeline-time">
          {later_ms >= 1000 && <span>{duration(later_ms)} later · </span>}
          <Time at={at} />
        </span>
      </div>
      {kind !== 'reward' && (
        <p class="clamp" title={summary}>
          {summary}
        </p>
      )}
      {amounts.length > 0 && (
        <dl class="timeline-amounts">
          {amounts.map(({ name, amount, currency }) => (
            <div key={name}>
              <dt>{AMOUNTS[name]}</dt>
              <dd class={amount.startsWith('-') ? 'number fault' : 'number'}>{money(amount, currency)}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul class="timeline-ids">
        {Object.entries(ids).map(([name, value]) => (
          <li key={name}>
            {name.replaceAll('_', ' ')} <IdLink name={name} value={value} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const AMOUNTS: Readonly<Record<LedgerFact['amounts'][number]['name'], string>> = {
  value: 'Price',
  sale_amount: 'Sale',
  commission: 'Commission',
  reward: 'Reward',
};

/** The facts that ids name. Other ids are looked up. */
const NAMED: Readonly<Record<string, Kind>> = { offer_id: 'offer', click_no: 'click', conversion_id: 'conversion' };
const NOT_IDS = new Set(['network', 'item_id', 'presentation_id']);

function IdLink({ name, value }: { name: string; value: string }) {
  const kind = NAMED[name];
  if (kind) return <a href={factHref(kind, value)}>{value}</a>;
  if (NOT_IDS.has(name) || value.includes('***')) return <code>{value}</code>;
  return (
    <a href={hrefOf(['ledger'], { id: value })}>
      <code>{value}</code>
    </a>
  );
}
