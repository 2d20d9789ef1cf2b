// One filter of a search: field, operator and value.
import { useId } from 'preact/hooks';
import { useTyped } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Filter, faultOf, fieldLabel, KINDS, kindOf } from './filter.ts';
import { changeSearch, type Side } from './lab-search.ts';

interface Props {
  side: Side;
  index: number;
  filter: Filter;
}

const OPERATOR_TEXTS: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  like: 'contains',
  not_like: 'does not contain',
};

export function FilterRow({ side, index, filter }: Props) {
  const kind = kindOf(filter.field);
  const fault = faultOf(filter);
  const faultId = useId();
  const name = `filter ${index + 1}`;
  const change = (changes: Partial<Filter>, options?: { replace?: boolean }) =>
    changeSearch(
      side,
      ({ filters }) => ({ filters: filters.with(index, { ...filters[index]!, ...changes }) }),
      options,
    );
  const remove = () => changeSearch(side, ({ filters }) => ({ filters: filters.toSpliced(index, 1) }));
  return (
    <li class="filter-row">
      <select
        aria-label={`Field of ${name}`}
        value={filter.field}
        onChange={(event) => change(withField(filter, event.currentTarget.value))}
      >
        {!kind && <option value={filter.field}>{filter.field}</option>}
        {Object.entries(KINDS).map(([kindName, { fields, description }]) => (
          <optgroup key={kindName} label={kindName.replace('Criterion', '')} title={description}>
            {fields.map((field) => (
              <option key={field} value={field}>
                {fieldLabel(field)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <select
        aria-label={`Operator of ${name}`}
        value={filter.operator}
        onChange={(event) => change({ operator: event.currentTarget.value })}
      >
        {!kind?.operators.includes(filter.operator) && <option>{filter.operator}</option>}
        {kind?.operators.map((operator) => (
          <option key={operator} value={operator}>
            {kind.value.type === 'string' ? (OPERATOR_TEXTS[operator] ?? operator) : operator}
          </option>
        ))}
      </select>
      {kind?.value.type === 'boolean' ? (
        <select
          aria-label={`Value of ${name}`}
          value={filter.value}
          onChange={(event) => change({ value: event.currentTarget.value })}
        >
          <option value="true">yes</option>
          <option value="false">no</option>
        </select>
      ) : (
        <Value filter={filter} name={name} describedBy={fault ? faultId : undefined} change={change} />
      )}
      <button class="button icon-only quiet" type="button" aria-label={`Remove ${name}`} onClick={remove}>
        <Icon name="close" />
      </button>
      {fault && (
        <p class="fault" id={faultId}>
          {fault} This filter is not applied.
        </p>
      )}
    </li>
  );
}

/** What still fits is kept. */
function withField({ operator, value }: Filter, field: string): Filter {
  const { operators, value: wanted } = kindOf(field)!;
  const kept = wanted.type === 'boolean' ? 'true' : ['true', 'false'].includes(value) ? '' : value;
  return { field, operator: operators.includes(operator) ? operator : operators[0]!, value: kept };
}

interface ValueProps {
  filter: Filter;
  name: string;
  describedBy: string | undefined;
  change: (changes: Partial<Filter>, options: { replace: boolean }) => void;
}

function Value({ filter: { field, value }, name, describedBy, change }: ValueProps) {
  const schema = kindOf(field)?.value;
  const typed = useTyped(value, (text) => change({ value: text }, { replace: value !== '' }));
  return (
    <input
      {...typed}
      aria-label={`Value of ${name}`}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      title={schema?.description.replaceAll('`', '')}
      inputMode={schema?.type === 'string' ? 'text' : 'decimal'}
      maxLength={schema?.maxLength ?? 100}
      placeholder={schema?.type === 'string' ? 'value || alternative' : 'number'}
      autocomplete="off"
    />
  );
}
