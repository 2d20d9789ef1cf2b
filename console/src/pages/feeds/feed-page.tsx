// One feed: its settings, what can be done with it, and its runs.
import { type ListedFeed, NotFoundError } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { hrefOf } from '../../router.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { number } from '../../ui/format.ts';
import { Card, Facts, PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../use-action.ts';
import { useResource } from '../../use-resource.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditForm } from './edit-form.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { Runs } from './runs.tsx';
import { describeInterval, FeedStateChip, MODES } from './state.tsx';

const REFRESH_MS = 2000;

export function FeedPage({ id }: { id: string }) {
  const { data, error, reload } = useResource((options) => api.feeds.get(id, options), [id], { refreshMs: REFRESH_MS });
  const [open, setOpen] = useState<'edit' | 'delete' | 'import'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHead
        title={id}
        text={<a href={hrefOf(['feeds'])}>All feeds</a>}
        actions={
          data && (
            <Actions
              feed={data}
              reload={reload}
              edit={() => setOpen('edit')}
              remove={() => setOpen('delete')}
              upload={() => setOpen('import')}
            />
          )
        }
      />
      {error instanceof NotFoundError ? <NotRegistered id={id} /> : <ErrorBox error={error} retry={reload} />}
      {data && !(error instanceof NotFoundError) && (
        <div class="stack">
          <Card>
            <Facts of={factsOf(data)} />
          </Card>
          <Runs feed={data} />
          <Dialog title="Edit the feed" isOpen={open === 'edit'} onClose={close}>
            <EditForm
              feed={data}
              close={close}
              onSaved={() => {
                close();
                reload();
              }}
            />
          </Dialog>
          <DeleteDialog id={id} products={data.products} isOpen={open === 'delete'} close={close} />
          <ImportDialog id={id} isOpen={open === 'import'} close={close} />
        </div>
      )}
    </>
  );
}

const NotRegistered = ({ id }: { id: string }) => (
  <div class="stack">
    <p class="hint">No feed with this id is registered. What was imported under it by hand is listed here.</p>
    <Runs feed={{ id, is_paused: true }} />
  </div>
);

const SETTINGS = {
  merchant_name: 'Merchant',
  merchant_id: 'Merchant id',
  domain: 'Domain',
  currency: 'Currency',
  link_template: 'Tracking links',
  publisher_id: 'Publisher id',
  encoding: 'Encoding',
} as const satisfies Partial<Record<keyof ListedFeed, string>>;

const factsOf = (feed: ListedFeed) => ({
  State: (
    <>
      <FeedStateChip of={feed} />
      {feed.failures > 1 && <span class="hint"> {number(feed.failures)} failures in a row</span>}
    </>
  ),
  URL: <span class="clamp">{feed.url}</span>,
  Schedule: (
    <>
      {describeInterval(feed.every)}
      {feed.next_run_at && (
        <>
          , next <Time at={feed.next_run_at} />
        </>
      )}
    </>
  ),
  Mode: MODES[feed.mode],
  Format: feed.is_mapped ? `${feed.format}, with a mapping` : feed.format,
  Products: number(feed.products),
  ...Object.fromEntries(
    Object.entries(SETTINGS)
      .map(([name, label]) => [label, feed[name as keyof typeof SETTINGS]] as const)
      .filter(([, value]) => value !== null)
      .map(([label, value]) => [label, <span class="clamp">{value}</span>]),
  ),
  ...(feed.strict && { Strict: 'products that cannot be sold are rejected' }),
  Added: <Time at={feed.created_at} />,
});

interface ActionProps {
  feed: ListedFeed;
  reload: () => void;
  edit: () => void;
  remove: () => void;
  upload: () => void;
}

function Actions({ feed, reload, edit, remove, upload }: ActionProps) {
  const { id, is_paused, last_run: run } = feed;
  const start = useAction((query: { force?: boolean; anew?: boolean }) => api.feeds.run(id, query), {
    done: 'The run starts within a second',
    onDone: reload,
  });
  const pause = useAction(() => (is_paused ? api.feeds.resume(id) : api.feeds.pause(id)), {
    done: is_paused ? 'The feed is fetched again' : 'The feed is not fetched until it is resumed',
    onDone: reload,
  });
  const askForce = async () => {
    const text = `${run?.message ?? ''}. A forced run applies the feed as it is, and deletes what is missing from it.`;
    if (await confirm({ title: 'Run without the guards?', text, action: 'Run' })) await start.run({ force: true });
  };
  const isRunning = run?.state === 'running';
  return (
    <>
      {run?.state === 'stopped' && (
        <button class="button" type="button" disabled={start.isBusy} onClick={askForce}>
          Run without the guards
        </button>
      )}
      {run?.state === 'unchanged' && (
        <button class="button" type="button" disabled={start.isBusy} onClick={() => start.run({ anew: true })}>
          Fetch it again
        </button>
      )}
      <button class="button primary" type="button" disabled={start.isBusy || isRunning} onClick={() => start.run({})}>
        Run now
      </button>
      <button class="button" type="button" onClick={upload}>
        Import a file
      </button>
      <button class="button" type="button" onClick={edit}>
        Edit
      </button>
      <button class="button" type="button" disabled={pause.isBusy} onClick={() => pause.run()}>
        {is_paused ? 'Resume' : 'Pause'}
      </button>
      <button class="button" type="button" onClick={remove}>
        Delete
      </button>
    </>
  );
}
