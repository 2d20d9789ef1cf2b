// One account with a network: its postback URL, and the postbacks that could not be read.
import type { Network, PostbackList } from '@finderfee/client';
import { api } from '../../api.ts';
import { hrefOf, navigate, place } from '../../router.ts';
import { hasScope } from '../../session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { Card, Facts, PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../use-action.ts';
import { useResource } from '../../use-resource.ts';

const REFRESH_MS = 10_000;

type Postback = PostbackList['items'][number];

/** A postback URL is a credential for reporting sales, so it is shown to keys with the scope `conversions` only. */
export function NetworkPage({ name }: { name: string }) {
  return hasScope('conversions') ? (
    <ManagedNetwork name={name} />
  ) : (
    <>
      <Head name={name} />
      <div class="stack">
        <p class="hint">A key with the scope conversions sees the postback URL of this account.</p>
        <Rejected name={name} />
      </div>
    </>
  );
}

function ManagedNetwork({ name }: { name: string }) {
  const { data, error, reload } = useResource((options) => api.networks.get(name, options), [name], {
    refreshMs: REFRESH_MS,
  });
  return (
    <>
      <Head name={name} network={data} reload={reload} />
      <ErrorBox error={error} retry={reload} />
      {!data && !error && <div class="page-loading" role="status" aria-label="Loading" />}
      {data && (
        <div class="stack">
          <Card>
            <Facts of={factsOf(data)} />
          </Card>
          <PostbackUrl network={data} />
          {data.mapping && (
            <Card title="Mapping">
              <JsonView value={data.mapping} />
            </Card>
          )}
          <Rejected name={name} />
        </div>
      )}
    </>
  );
}

const factsOf = ({ dialect, currency, created_at }: Network) => ({
  Dialect: dialect,
  Currency: currency ?? 'as reported',
  Added: <Time at={created_at} />,
});

function PostbackUrl({ network: { postback_url, postback_page } }: { network: Network }) {
  if (postback_url === null)
    return (
      <Card title="Postback URL">
        <p>This account takes no postbacks. Create a URL to receive them.</p>
      </Card>
    );
  return (
    <Card title="Postback URL" actions={<CopyButton text={postback_url} label="Copy" isLabelled />}>
      <pre class="wrapped">{postback_url}</pre>
      <p class="hint">Paste it into {postback_page} It is a secret: anyone who has it can report sales.</p>
    </Card>
  );
}

interface HeadProps {
  name: string;
  network?: Network | undefined;
  reload?: () => void;
}

function Head({ name, network, reload }: HeadProps) {
  return (
    <PageHead
      title={name}
      text={<a href={hrefOf(['networks'])}>All networks</a>}
      actions={network && <Actions network={network} reload={reload!} />}
    />
  );
}

function Actions({ network: { name, postback_url }, reload }: { network: Network; reload: () => void }) {
  const rotate = useAction(() => api.networks.rotate(name), {
    done: 'Paste the new URL at the network',
    onDone: reload,
  });
  const remove = useAction(() => api.networks.delete(name), {
    done: 'Its postbacks are refused',
    onDone: () => navigate(hrefOf(['networks']), { replace: true }),
  });
  const askRotate = async () => {
    const text = 'The old URL is refused at once: paste the new one at the network right away.';
    if (await confirm({ title: 'Replace the postback URL?', text, action: 'Replace' })) await rotate.run();
  };
  const askRemove = async () => {
    const text = 'Its postbacks are refused. Without sales, it is removed with the postbacks listed here; sales stay.';
    if (await confirm({ title: 'Remove this network?', text, action: 'Remove' })) await remove.run();
  };
  return postback_url === null ? (
    <button class="button primary" type="button" disabled={rotate.isBusy} onClick={() => rotate.run()}>
      Create a URL
    </button>
  ) : (
    <>
      <button class="button" type="button" disabled={rotate.isBusy} onClick={askRotate}>
        Replace URL
      </button>
      <button class="button" type="button" disabled={remove.isBusy} onClick={askRemove}>
        Remove
      </button>
    </>
  );
}

function Rejected({ name }: { name: string }) {
  const cursor = place.value.query.get('cursor');
  const query = cursor === null ? { network: name, is_rejected: true } : { cursor };
  const postbacks = useResource((options) => api.conversions.postbacks(query, options), [query], {
    refreshMs: REFRESH_MS,
  });
  return (
    <Card title="Postbacks that could not be read">
      <DataTable
        caption="Rejected postbacks"
        resource={postbacks}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty={<EmptyState title="Every postback could be read" icon="check" />}
      />
    </Card>
  );
}

const COLUMNS: Column<Postback>[] = [
  { name: 'Received', cell: ({ received_at }) => <Time at={received_at} />, text: ({ received_at }) => received_at },
  { name: 'Reason', cell: ({ reason }) => <span class="clamp">{reason}</span>, text: ({ reason }) => reason },
  {
    name: 'Fields',
    cell: ({ fields }) => <JsonView value={fields} />,
    text: ({ fields }) => JSON.stringify(fields),
    isWide: true,
  },
];
