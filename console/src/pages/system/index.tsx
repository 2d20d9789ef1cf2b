// System: what is running, the index, the settings, the audit log, and what leaves the service.
import type { ComponentType } from 'preact';
import { api } from '../../api.ts';
import { readiness } from '../../readiness.ts';
import { hrefOf, place } from '../../router.ts';
import { hasScope, session } from '../../session.ts';
import { Chip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Card, Facts, PageHead } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useResource } from '../../use-resource.ts';
import { Audit } from './audit.tsx';
import { Data } from './data.tsx';
import { SearchIndex } from './search-index.tsx';
import { Settings } from './settings.tsx';
import { StoreState } from './store.tsx';

const REFRESH_MS = 5000;

const TABS = { '': 'Status', settings: 'Settings', audit: 'Audit log', data: 'Personal data and exports' };
const PARTS: Record<string, ComponentType> = { settings: Settings, audit: Audit, data: Data };

export default function System() {
  const part = hasScope('admin') ? (place.value.path[1] ?? '') : '';
  const Part = PARTS[part] ?? Status;
  return (
    <>
      <PageHead title="System" text="What is running, and whether it can answer." />
      {hasScope('admin') && (
        <nav class="tabs" aria-label="Parts of System">
          {Object.entries(TABS).map(([name, title]) => (
            <a
              key={name}
              href={hrefOf(name ? ['system', name] : ['system'])}
              aria-current={Part === (PARTS[name] ?? Status) ? 'page' : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
      )}
      <Part />
    </>
  );
}

function Status() {
  const version = useResource((options) => api.service.version(options), []);
  const state = useResource(readiness, [], { refreshMs: REFRESH_MS });
  const { data } = version;
  return (
    <>
      <ErrorBox error={version.error ?? state.error} retry={version.reload} />
      <div class="grid" aria-busy={version.isLoading || state.isLoading}>
        <Card title="Service">
          <Facts
            of={{
              State: state.data ? <Chip tone={state.data.tone}>{state.data.text}</Chip> : '…',
              Version: data?.version ?? '…',
              Commit: data?.commit ? (
                <>
                  <code>{data.commit.slice(0, 12)}</code> <CopyButton text={data.commit} label="Copy the commit" />
                </>
              ) : (
                '–'
              ),
            }}
          />
        </Card>
        <Card title="Your session">
          <Facts
            of={{
              Key: session.value?.name,
              Scopes: (
                <span class="chips">
                  {session.value?.scopes.map((scope) => (
                    <Chip key={scope}>{scope}</Chip>
                  ))}
                </span>
              ),
              Ends: <Time at={session.value?.expires_at} />,
            }}
          />
        </Card>
        {hasScope('operate') && <SearchIndex />}
        {hasScope('operate') && <StoreState />}
      </div>
    </>
  );
}
