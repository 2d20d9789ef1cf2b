// Filters that are part of the address. `name` is the name in the query, which the page reads with `place.value.query`.
//   <Filters>
//     <SearchFilter name="q" label="Find a feed" />
//     <SelectFilter name="state" label="State" options={{ '': 'All', dead: 'Dead' }} />
//     <DateFilter name="from" label="From" />
//   </Filters>
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { place, setQuery } from '../router.ts';
import { Icon } from './icon.tsx';

const TYPING_MS = 350;

const queryValue = (name: string): string => place.value.query.get(name) ?? '';

/** `isDense`: several search fields share a line. */
export function Filters({ children, isDense = false }: { children: ComponentChildren; isDense?: boolean }) {
  return (
    <form
      class={isDense ? 'filters is-dense' : 'filters'}
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
    >
      {children}
    </form>
  );
}

/** Properties of a text field that is applied when the person stops typing. */
export function useTyped(value: string, apply: (typed: string) => void) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // After Back, but not while the person is typing.
    if (field.current && timer.current === undefined && field.current.value.trim() !== value)
      field.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const applyNow = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const typed = field.current!.value.trim();
    if (typed !== value) apply(typed);
  };
  const onInput = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(applyNow, TYPING_MS);
  };
  // Not when it loses the focus: what a click is aimed at could move away.
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Enter' && applyNow();
  return { ref: field, defaultValue: value, onInput, onKeyDown };
}

/** Applied when the person stops typing. `/` focuses it. */
export function SearchFilter({ name, label, placeholder }: { name: string; label: string; placeholder?: string }) {
  const value = queryValue(name);
  // The steps of one search are one step back.
  const typed = useTyped(value, (text) => setQuery({ [name]: text }, { replace: value !== '' }));
  return (
    <label class="field search-field">
      <span>{label}</span>
      <span class="with-icon">
        <Icon name="search" />
        <input
          {...typed}
          type="search"
          placeholder={placeholder ?? ''}
          autocomplete="off"
          spellcheck={false}
          data-search
        />
        <span class="key-hint" aria-hidden="true">
          /
        </span>
      </span>
    </label>
  );
}

export function SelectFilter({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: Readonly<Record<string, string>>;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={queryValue(name)} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A day, as `2026-11-18`. */
export function DateFilter({ name, label, fallback = '' }: { name: string; label: string; fallback?: string }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="date"
        value={queryValue(name) || fallback}
        onChange={(event) => setQuery({ [name]: event.currentTarget.value })}
      />
    </label>
  );
}
