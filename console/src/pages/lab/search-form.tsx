// What is searched: the query, what it excludes, filters, and criteria sets. All of it is in the address.
import type { CriteriaSet } from '@finderfee/client';
import { hasScope } from '../../session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SearchFilter, useTyped } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Resource } from '../../use-resource.ts';
import { FilterRow } from './filter-row.tsx';
import { changeSearch, type LabSearch, readSearch, type Side, toCurl } from './lab-search.ts';
import { SaveSet } from './save-set.tsx';

interface Props {
  side: Side;
  label: string;
  sets: Resource<CriteriaSet[]>;
}

/** A query and its filters are read from left to right, as a sentence. */
export function SearchForm({ side, label, sets: { data: sets = [], reload } }: Props) {
  const search = readSearch(side);
  const isEmpty = Object.values(search).every(({ length }) => length === 0);
  const addFilter = () =>
    changeSearch(side, ({ filters }) => ({ filters: [...filters, { field: 'brand', operator: '=', value: '' }] }));
  return (
    <form class="card lab-form" aria-label={label} onSubmit={(event) => event.preventDefault()}>
      <div class="lab-texts">
        <SearchFilter name={`q${side}`} label="Query" placeholder="What a shopper would type" />
        <Exclude side={side} value={search.exclude} />
      </div>
      {search.filters.length > 0 && (
        <ul class="lab-filters">
          {search.filters.map((filter, index) => (
            // Rows have no identity but their place.
            <FilterRow key={index} side={side} index={index} filter={filter} />
          ))}
        </ul>
      )}
      <div class="lab-add">
        <button class="button small" type="button" onClick={addFilter}>
          Add a filter
        </button>
        <SetChoice side={side} search={search} sets={sets} />
        <AppliedSets side={side} search={search} sets={sets} />
        <div class="actions">
          {search.query && <CopyButton text={() => toCurl(readSearch(side))} label="Copy as curl" isLabelled />}
          {hasScope('discovery') && !isEmpty && <SaveSet search={search} sets={sets} reload={reload} />}
        </div>
      </div>
    </form>
  );
}

function Exclude({ side, value }: { side: Side; value: string }) {
  const typed = useTyped(value, (exclude) => changeSearch(side, { exclude }, { replace: value !== '' }));
  return (
    <label class="field">
      <span>Exclude</span>
      <input {...typed} placeholder="kids || used" autocomplete="off" maxLength={1000} />
    </label>
  );
}

interface SetsProps {
  side: Side;
  search: LabSearch;
  sets: readonly CriteriaSet[];
}

function SetChoice({ side, search, sets }: SetsProps) {
  const others = sets.filter(({ id }) => !search.sets.includes(id));
  if (others.length === 0) return null;
  return (
    <select
      class="button small"
      aria-label="Apply a criteria set"
      value=""
      onChange={(event) => {
        const id = event.currentTarget.value;
        changeSearch(side, ({ sets }) => ({ sets: [...sets, id] }));
      }}
    >
      <option value="">Apply a set …</option>
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function AppliedSets({ side, search, sets }: SetsProps) {
  return search.sets.map((id) => {
    const name = sets.find((set) => set.id === id)?.name ?? id;
    return (
      <button
        key={id}
        class="chip info removable"
        type="button"
        aria-label={`Do not apply ${name}`}
        onClick={() => changeSearch(side, ({ sets }) => ({ sets: sets.filter((other) => other !== id) }))}
      >
        {name} <Icon name="close" />
      </button>
    );
  });
}
