// What leaves the service: exports as downloads, and the erasure of a person.
import type { ExportKind } from '@finderfee/client/operator';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { place } from '../../router.ts';
import { hasScope } from '../../session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { DateFilter, Filters } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/section.tsx';
import { useAction } from '../../use-action.ts';
import { dayStart } from './days.ts';

const EXPORTS: Record<ExportKind, string> = {
  offers: 'Offers',
  clicks: 'Clicks',
  non_clicks: 'Visits of crawlers',
  signups: 'Signups',
  conversions: 'Conversions',
  rewards: 'Rewards',
};
/** It reads all stored texts. */
const ERASE_TIMEOUT_MS = 600_000;

export function Data() {
  return (
    <div class="stack">
      {hasScope('operate') && <Exports />}
      <Erase />
    </div>
  );
}

function Exports() {
  const { from, to } = Object.fromEntries(place.value.query);
  const [since, until] = [dayStart(from), dayStart(to, 1)];
  const query = { ...(since && { since }), ...(until && { until }) };
  return (
    <Card title="Exports">
      <Filters>
        <DateFilter name="from" label="From" />
        <DateFilter name="to" label="To" />
      </Filters>
      <div class="actions">
        {Object.entries(EXPORTS).map(([what, name]) => (
          <a key={what} class="button" href={api.administration.exportUrl(what as ExportKind, query)} download>
            <Icon name="download" /> {name}
          </a>
        ))}
      </div>
      <p class="hint after-actions">
        JSON Lines. {hasScope('pii') ? 'Emails are unmasked.' : 'Emails are masked, as your key lacks the scope pii.'}
      </p>
    </Card>
  );
}

function Erase() {
  const [email, setEmail] = useState('');
  const erase = useAction((of: string) => api.administration.erase(of, { timeoutMs: ERASE_TIMEOUT_MS }), {
    done: ({ is_known, is_overwritten }) => {
      if (!is_known) return 'Nobody with this email was found';
      return is_overwritten ? 'The person is erased' : 'The person is erased; erase again later to overwrite old pages';
    },
    onDone: () => setEmail(''),
  });
  const ask = async (event: Event) => {
    event.preventDefault();
    const text = `The email ${email} is deleted, and every mention of it is masked. Counts and amounts stay.`;
    if (await confirm({ title: 'Erase this person?', text, action: 'Erase', word: 'erase' })) await erase.run(email);
  };
  return (
    <Card title="Erase a person">
      <form class="filters" onSubmit={ask}>
        <label class="field search-field">
          <span>Email</span>
          <input
            type="email"
            value={email}
            required
            autocomplete="off"
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        </label>
        <button class="button danger" type="submit" disabled={erase.isBusy}>
          {erase.isBusy ? 'Erasing …' : 'Erase'}
        </button>
      </form>
      <p class="hint">Deletes the email and masks every mention of it. It may take minutes.</p>
    </Card>
  );
}
