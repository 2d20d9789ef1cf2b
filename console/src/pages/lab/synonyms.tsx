// Synonym groups beside the search that they change.
import type { SynonymGroup } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { Chip } from '../../ui/chip.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useAction } from '../../use-action.ts';
import { useResource } from '../../use-resource.ts';

const SHOWN = 25;
/** Searches use a change within this time. */
const IN_USE_MS = 1000;

const inUse = () => new Promise((resolve) => setTimeout(resolve, IN_USE_MS));

/** `onChange` is called when searches use what was changed. */
export function Synonyms({ onChange }: { onChange: () => void }) {
  const [typed, setTyped] = useState('');
  const wanted = lastMember(typed);
  const groups = useResource(
    (options) => api.synonyms.list({ per_page: SHOWN, ...(wanted ? { query: wanted } : {}) }, options),
    [wanted],
  );
  const change = async (edit: Promise<unknown>) => {
    await edit;
    groups.reload();
    await inUse();
    onChange();
  };
  const add = useAction((synonyms: string) => change(api.synonyms.add(synonyms)), {
    done: 'Searches use these synonyms',
    onDone: () => setTyped(''),
  });
  const remove = useAction((synonyms: string) => change(api.synonyms.remove(synonyms)), {
    done: 'Searches no longer use these synonyms',
  });
  const isBusy = add.isBusy || remove.isBusy;
  return (
    <>
      <form
        class="lab-synonym-form"
        onSubmit={(event) => {
          event.preventDefault();
          void add.run(typed);
        }}
      >
        <label class="field">
          <span>Find or add a group</span>
          <input
            value={typed}
            required
            maxLength={3200}
            autocomplete="off"
            placeholder="sofa, couch, settee"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button class="button" type="submit" disabled={isBusy}>
          Add
        </button>
      </form>
      <p class="hint">
        One way: <code>crisps =&gt; potato chips</code>
      </p>
      <ErrorBox error={groups.error} retry={groups.reload} />
      {!groups.data && groups.isLoading && <Loading />}
      {groups.data?.items.length === 0 && (
        <p class="hint">{wanted ? `No group has “${wanted.slice(0, 40)}” yet.` : 'No groups yet.'}</p>
      )}
      <ul class="lab-list">
        {groups.data?.items.map((group) => (
          <GroupRow key={group.synonyms} group={group} isBusy={isBusy} add={add.run} remove={remove.run} />
        ))}
      </ul>
      {groups.data?.next_cursor && <p class="hint">There are more. Type a word to find its groups.</p>}
    </>
  );
}

/** Of `sofa, cou`, groups with `cou` are shown. */
const lastMember = (typed: string): string => typed.split(/,|=>/).at(-1)!.trim().slice(0, 100);

interface RowProps {
  group: SynonymGroup;
  isBusy: boolean;
  add: (synonyms: string) => Promise<void>;
  remove: (synonyms: string) => Promise<void>;
}

function GroupRow({ group: { synonyms, source, state }, isBusy, add, remove }: RowProps) {
  const isOff = state === 'off';
  const [action, run] = isOff ? ['Enable', add] : source === 'own' ? ['Remove', remove] : ['Disable', remove];
  return (
    <li>
      <p class={isOff ? 'synonyms off' : 'synonyms'}>{synonyms}</p>
      <div class="actions">
        <Chip tone={source === 'own' ? 'info' : 'plain'}>{isOff ? 'off' : source}</Chip>
        <button
          class="button small quiet"
          type="button"
          aria-label={`${action} ${synonyms.slice(0, 80)}`}
          disabled={isBusy}
          onClick={() => run(synonyms)}
        >
          {action}
        </button>
      </div>
    </li>
  );
}
