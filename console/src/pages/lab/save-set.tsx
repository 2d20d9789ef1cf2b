// Saves the filters of a search as a criteria set, new or in place of another.
import { ConflictError, type CriteriaSet, type CriteriaSetInput } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { number } from '../../ui/format.ts';
import { useAction } from '../../use-action.ts';
import { type LabSearch, searchOfSet, toRequest } from './lab-search.ts';

interface Props {
  search: LabSearch;
  sets: readonly CriteriaSet[];
  reload: () => void;
}

export function SaveSet(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button class="button small" type="button" onClick={() => setOpen(true)}>
        Save as set
      </button>
      <Dialog title="Save as criteria set" isOpen={isOpen} onClose={() => setOpen(false)}>
        <SetForm {...props} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** What the search and the sets that it applies leave out and demand, together. */
function contentOf({ search, sets }: Props): Pick<CriteriaSetInput, 'criteria' | 'exclude_query'> {
  const applied = sets.filter(({ id }) => search.sets.includes(id)).map(searchOfSet);
  const { criteria, exclude_query } = toRequest({
    ...search,
    filters: [search, ...applied].flatMap(({ filters }) => filters),
    exclude: [search, ...applied]
      .map(({ exclude }) => exclude.trim())
      .filter(Boolean)
      .join('||'),
  });
  return { criteria: criteria ?? [], exclude_query: exclude_query ?? null };
}

/** `Spring sale` is saved as `spring-sale`. */
const idOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 128);

function SetForm({ close, ...props }: Props & { close: () => void }) {
  const { search, sets, reload } = props;
  const [target, setTarget] = useState('');
  const [name, setName] = useState('');
  const [typedId, setTypedId] = useState('');
  const [hasQuery, setHasQuery] = useState(false);
  const existing = sets.find(({ id }) => id === target);
  const id = existing?.id ?? (typedId || idOf(name));
  const content = contentOf(props);
  const save = useAction(
    async () => {
      const set = { id, name: name.trim(), query: hasQuery ? search.query.trim() : null, ...content };
      return existing ? replace(set, existing) : createOrReplace(set);
    },
    {
      done: (isSaved) => (isSaved ? `“${name}” is saved` : 'Nothing is changed'),
      onDone: (isSaved) => {
        if (!isSaved) return;
        reload();
        close();
      },
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <p class="hint">
        It will have {number(content.criteria?.length)} filters{content.exclude_query && ' and what is excluded'}
        {search.sets.length > 0 && ', with those of the sets that are applied'}.
      </p>
      {sets.length > 0 && (
        <label class="field">
          <span>Save to</span>
          <select
            value={target}
            onChange={(event) => {
              const chosen = sets.find((set) => set.id === event.currentTarget.value);
              setTarget(chosen?.id ?? '');
              setName(chosen?.name ?? '');
            }}
          >
            <option value="">A new set</option>
            {sets.map((set) => (
              <option key={set.id} value={set.id}>
                {set.name} ({set.id})
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>Name</span>
        <input value={name} required maxLength={200} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      {!existing && (
        <label class="field">
          <span>Id, which searches name</span>
          <input
            value={id}
            required
            maxLength={128}
            pattern="[A-Za-z0-9][A-Za-z0-9_.\-]*"
            title="Letters, digits, _, . and -"
            onInput={(event) => setTypedId(event.currentTarget.value)}
          />
        </label>
      )}
      {search.query.trim() && (
        <label class="check">
          <input type="checkbox" checked={hasQuery} onChange={(event) => setHasQuery(event.currentTarget.checked)} />
          <span>Add “{search.query.trim().slice(0, 80)}” to the query of every search that uses the set</span>
        </label>
      )}
      <div class="dialog-actions">
        <button class="button" type="button" onClick={close}>
          Cancel
        </button>
        <button class="button primary" type="submit" disabled={save.isBusy}>
          {existing ? 'Replace …' : 'Save'}
        </button>
      </div>
    </form>
  );
}

/** False if the person does not want to replace it. */
async function replace(set: CriteriaSetInput, existing: Pick<CriteriaSet, 'id' | 'name'>): Promise<boolean> {
  const isConfirmed = await confirm({
    title: `Replace “${existing.name}”?`,
    text: `Every search that names ${existing.id} will use the new filters. The old ones are lost.`,
    action: 'Replace',
  });
  if (isConfirmed) await api.criteriaSets.put(set);
  return isConfirmed;
}

/** Somebody else may have saved a set with this id meanwhile. */
async function createOrReplace(set: CriteriaSetInput): Promise<boolean> {
  try {
    await api.criteriaSets.create(set);
    return true;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return replace(set, await api.criteriaSets.get(set.id));
  }
}
