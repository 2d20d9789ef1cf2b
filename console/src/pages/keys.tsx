// Keys: who may call the service, with which scopes, and when each key was last used.
import type { ApiKey, ApiKeyInput } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { hrefOf, place } from '../router.ts';
import { type Scope, session } from '../session.ts';
import { Chip, type Tone } from '../ui/chip.tsx';
import { confirm } from '../ui/confirm.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Filters, SelectFilter } from '../ui/filters.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { PageHead } from '../ui/section.tsx';
import { Time } from '../ui/time.tsx';
import { useAction } from '../use-action.ts';
import { useResource } from '../use-resource.ts';

const STATES = { '': 'All', active: 'Active', expired: 'Expired', revoked: 'Revoked' };
const TONES: Record<ApiKey['state'], Tone> = { active: 'good', expired: 'warn', revoked: 'plain' };
const DAY_MS = 86_400_000;

const SCOPES: Record<Scope, string> = {
  discovery: 'search products',
  act: 'give out buy links, through MCP',
  catalogue: 'change products, feeds and synonyms',
  conversions: 'report sales and read rewards',
  operate: 'read reports, change webhooks, retry jobs',
  admin: 'keys, erasure, settings and audit log',
  pii: 'read emails unmasked',
};

export default function Keys() {
  const { state, cursor } = Object.fromEntries(place.value.query);
  const query = { state, cursor } as Parameters<typeof api.keys.list>[0];
  const keys = useResource((options) => api.keys.list(query, options), [query]);
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<string>();
  const revoke = useAction((id: string) => api.keys.revoke(id), { done: 'The key is revoked', onDone: keys.reload });
  const askRevoke = async ({ id, name }: ApiKey) => {
    const text = `“${name}” is refused within a second, for ever, and the sessions that it opened end.`;
    if (await confirm({ title: 'Revoke this key?', text, action: 'Revoke' })) await revoke.run(id);
  };
  const button = (
    <button class="button primary" type="button" onClick={() => setNew(true)}>
      New key
    </button>
  );
  return (
    <>
      <PageHead title="Keys" text="Who may call the service, and what for. Secrets are not stored." actions={button} />
      <Filters>
        <SelectFilter name="state" label="State" options={STATES} />
      </Filters>
      <DataTable
        caption="Keys"
        resource={keys}
        columns={columnsFor(askRevoke)}
        rowKey={({ id }) => id}
        empty={
          state ? (
            <EmptyState title="No such keys" icon="keys">
              <a href={hrefOf(['keys'])}>Show all keys</a>
            </EmptyState>
          ) : (
            <EmptyState title="No stored keys yet" icon="keys">
              Keys of the setting <code>API_KEYS</code> are not listed. Create a key for each system that calls the
              service.
            </EmptyState>
          )
        }
      />
      <Dialog title="New key" isOpen={isNew} onClose={() => setNew(false)}>
        <KeyForm
          close={() => setNew(false)}
          onCreated={(key) => {
            setNew(false);
            setSecret(key);
            keys.reload();
          }}
        />
      </Dialog>
      <SecretDialog title="Your new key" secret={secret} onClose={() => setSecret(undefined)}>
        Copy it now: it is shown this once.
      </SecretDialog>
    </>
  );
}

const columnsFor = (revoke: (key: ApiKey) => void): Column<ApiKey>[] => [
  {
    name: 'Name',
    cell: ({ name, id }) => (
      <>
        <strong class="clamp">{name}</strong>
        <code class="hint">{id}</code>
      </>
    ),
    text: ({ name }) => name,
    isWide: true,
  },
  {
    name: 'Scopes',
    cell: ({ scopes }) => (
      <span class="chips">
        {scopes.map((scope) => (
          <Chip key={scope}>{scope}</Chip>
        ))}
      </span>
    ),
    text: ({ scopes }) => scopes.join(' '),
    isWide: true,
  },
  { name: 'State', cell: ({ state }) => <Chip tone={TONES[state]}>{state}</Chip>, text: ({ state }) => state },
  {
    name: 'Last used',
    cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : 'never'),
    text: ({ last_used_at }) => last_used_at,
  },
  { name: 'Created', cell: ({ created_at }) => <Time at={created_at} />, text: ({ created_at }) => created_at },
  {
    name: 'Expires',
    cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} /> : 'never'),
    text: ({ expires_at }) => expires_at,
  },
  {
    name: 'Actions',
    cell: (key) =>
      key.state !== 'revoked' && (
        <button class="button small" type="button" aria-label={`Revoke ${key.name}`} onClick={() => revoke(key)}>
          Revoke
        </button>
      ),
  },
];

function KeyForm({ close, onCreated }: { close: () => void; onCreated: (key: string) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [days, setDays] = useState('');
  const create = useAction((key: ApiKeyInput) => api.keys.create(key), { onDone: ({ key }) => onCreated(key) });
  const own = session.value?.scopes ?? [];
  const submit = (event: Event) => {
    event.preventDefault();
    const expires_at = days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null;
    void create.run({ name: name.trim(), scopes: scopes as [Scope], expires_at });
  };
  return (
    <form onSubmit={submit}>
      <label class="field">
        <span>Name</span>
        <input
          value={name}
          required
          pattern=".*\S.*"
          maxLength={200}
          placeholder="What it is for"
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <fieldset class="checks">
        <legend>Scopes</legend>
        {own.map((scope) => (
          <label key={scope} class="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={() => setScopes(own.filter((each) => scopes.includes(each) !== (each === scope)))}
            />
            <span>
              {scope} <span class="hint">{SCOPES[scope]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="hint">A key grants only scopes that your own key has.</p>
      <label class="field">
        <span>Expires</span>
        <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          <option value="">Never</option>
          <option value="7">In 7 days</option>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In a year</option>
        </select>
      </label>
      <div class="dialog-actions">
        <button class="button" type="button" onClick={close}>
          Cancel
        </button>
        <button class="button primary" type="submit" disabled={create.isBusy || scopes.length === 0}>
          Create
        </button>
      </div>
    </form>
  );
}
