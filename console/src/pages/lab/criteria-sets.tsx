// The saved criteria sets: apply, edit and delete them.
import type { CriteriaSet } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { number } from '../../ui/format.ts';
import { Loading } from '../../ui/loading.tsx';
import { useAction } from '../../use-action.ts';
import type { Resource } from '../../use-resource.ts';
import { changeSearch, readSearch, searchOfSet } from './lab-search.ts';

/** An installation may have thousands. */
const MAX_SHOWN = 30;
const FILTER_FROM = 6;

export function CriteriaSets({ resource }: { resource: Resource<CriteriaSet[]> }) {
  const [typed, setTyped] = useState('');
  const sets = resource.data ?? [];
  const found = sets.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(typed.trim().toLowerCase()));
  return (
    <>
      <ErrorBox error={resource.error} retry={resource.reload} />
      {!resource.data && resource.isLoading && <Loading />}
      {resource.data && sets.length === 0 && (
        <p class="hint">None yet. Add filters to a search, then save it as a set.</p>
      )}
      {sets.length >= FILTER_FROM && (
        <label class="field">
          <span>Find a set</span>
          <input type="search" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
      )}
      <ul class="lab-list">
        {found.slice(0, MAX_SHOWN).map((set) => (
          <SetRow key={set.id} set={set} reload={resource.reload} />
        ))}
      </ul>
      {found.length > MAX_SHOWN && <p class="hint">{number(found.length - MAX_SHOWN)} more. Type to find them.</p>}
      {sets.length > 0 && found.length === 0 && <p class="hint">No set has this name.</p>}
    </>
  );
}

function SetRow({ set, reload }: { set: CriteriaSet; reload: () => void }) {
  const { id, name, criteria } = set;
  const isApplied = readSearch('').sets.includes(id);
  const toggle = () =>
    changeSearch('', ({ sets }) => ({ sets: isApplied ? sets.filter((other) => other !== id) : [...sets, id] }));
  // Its query is added to that of a search, so a search of the person's own stays.
  const edit = () =>
    changeSearch('', ({ query, sets }) => {
      const content = searchOfSet(set);
      return { ...content, query: content.query || query, sets: sets.filter((other) => other !== id) };
    });
  const remove = useAction(() => api.criteriaSets.delete(id), {
    done: `“${name}” is deleted`,
    onDone: () => {
      changeSearch('', ({ sets }) => ({ sets: sets.filter((other) => other !== id) }), { replace: true });
      reload();
    },
  });
  const ask = async () => {
    const text = `Searches that name ${id} go on without its filters. This cannot be undone.`;
    if (await confirm({ title: `Delete “${name}”?`, text, action: 'Delete' })) await remove.run();
  };
  return (
    <li>
      <label class="check">
        <input type="checkbox" checked={isApplied} onChange={toggle} />
        <span>{name}</span>
      </label>
      <p class="hint">
        <code>{id}</code> · {number(criteria.length)} {criteria.length === 1 ? 'filter' : 'filters'}
      </p>
      <div class="actions">
        <button class="button small quiet" type="button" aria-label={`Edit ${name}`} onClick={edit}>
          Edit
        </button>
        <button
          class="button small quiet"
          type="button"
          aria-label={`Delete ${name}`}
          disabled={remove.isBusy}
          onClick={ask}
        >
          Delete
        </button>
      </div>
    </li>
  );
}
