// One conversation: what was said and understood, and every event as it happens.
import './conversation.css';
import { NotFoundError } from '@finderfee/client';
import { hrefOf } from '../../router.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { number } from '../../ui/format.ts';
import { PageHead } from '../../ui/section.tsx';
import { Trace } from './trace.tsx';
import { Transcript } from './transcript.tsx';
import { useFollowed } from './use-followed.ts';

export function ConversationPage({ id }: { id: string }) {
  const { events, error, retry } = useFollowed(id);
  const isUnknown = error instanceof NotFoundError;
  const turns = (events ?? []).filter(({ kind }) => kind === 'chat');
  return (
    <>
      <PageHead
        title="Conversation"
        text={
          <>
            <code>{id}</code>{' '}
            {events && !error && (
              <>
                · {number(events.length)} events <Chip tone="good">live</Chip>
              </>
            )}
          </>
        }
        actions={
          <a class="button" href={hrefOf(['conversations'])}>
            Conversations
          </a>
        }
      />
      {isUnknown ? (
        <EmptyState title="There is no such conversation" icon="conversations">
          Its events may have been deleted when their retention ended.{' '}
          <a href={hrefOf(['conversations'])}>Choose a recent one</a>.
        </EmptyState>
      ) : (
        <ErrorBox error={error} retry={retry} />
      )}
      {!events && !error && <div class="page-loading" role="status" aria-label="Loading" />}
      {events && (
        <div class={turns.length > 0 ? 'conversation' : 'conversation without-chat'}>
          {turns.length > 0 && <Transcript turns={turns} />}
          {turns.length === 0 && <p class="hint">Nothing was said: these events did not come from a chat.</p>}
          <Trace events={events} />
        </div>
      )}
    </>
  );
}
