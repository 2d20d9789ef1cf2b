// The form of a new account with a network.
import type { Network, NetworkInput } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { useAction } from '../../use-action.ts';

type Dialect = Network['dialect'];

const DIALECTS: Record<Dialect, string> = {
  awin: 'Awin',
  impact: 'impact.com',
  admitad: 'Admitad',
  rakuten: 'Rakuten',
  flexoffers: 'FlexOffers',
  everflow: 'Everflow',
  tune: 'TUNE',
  generic: 'Any other',
};

interface Props {
  onAdded: (network: Network) => void;
  close: () => void;
}

export function NetworkForm({ onAdded, close }: Props) {
  const [dialect, setDialect] = useState<Dialect>('awin');
  const [name, setName] = useState<string>();
  const [currency, setCurrency] = useState('');
  const [mapping, setMapping] = useState('');
  const add = useAction((input: NetworkInput) => api.networks.create(input), {
    done: 'The network is added',
    onDone: onAdded,
  });
  const shownName = name ?? (dialect === 'generic' ? '' : dialect);
  const submit = (event: Event) => {
    event.preventDefault();
    const own = mapping.trim() === '' ? null : JSON.parse(mapping);
    void add.run({ name: shownName, dialect, currency: currency || null, mapping: own });
  };
  return (
    <form onSubmit={submit}>
      <label class="field">
        <span>Network</span>
        <select value={dialect} onChange={(event) => setDialect(event.currentTarget.value as Dialect)}>
          {Object.entries(DIALECTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Name of the account</span>
        <input
          value={shownName}
          required
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          maxLength={64}
          title="Letters, digits, dots, dashes and underscores"
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Currency of reports that state none</span>
        <input
          value={currency}
          pattern="[A-Za-z]{3}"
          maxLength={3}
          placeholder="EUR"
          title="An ISO 4217 code"
          autocomplete="off"
          onInput={(event) => setCurrency(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Own field names and status words, as JSON</span>
        <textarea
          value={mapping}
          rows={3}
          placeholder='{"fields": {"transaction_id": ["tid"]}, "statuses": {"1": "approved"}}'
          onInput={({ currentTarget }) => {
            setMapping(currentTarget.value);
            currentTarget.setCustomValidity(isObject(currentTarget.value) ? '' : 'This is not a JSON object');
          }}
        />
      </label>
      <div class="dialog-actions">
        <button class="button" type="button" onClick={close}>
          Cancel
        </button>
        <button class="button primary" type="submit" disabled={add.isBusy}>
          Add
        </button>
      </div>
    </form>
  );
}

function isObject(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
