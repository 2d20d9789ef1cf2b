// `<DaysFilter />`: the last days, or two dates. The page reads them with `daysOfAddress()`.
import { setQuery } from '../router.ts';
import { type Days, presetDays } from './days.ts';
import { Segments } from './segments.tsx';

const PRESETS = { 1: 'Today', 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' };

export function DaysFilter({ days }: { days: Days }) {
  const choose = (change: Partial<Days>) => setQuery({ ...days, ...change, days: null });
  return (
    <div class="days-filter">
      <Segments
        label="Period"
        options={PRESETS}
        value={String(presetDays() ?? '')}
        onChange={(value) => setQuery({ days: value, from: null, to: null })}
      />
      <Day label="From" value={days.from} onChange={(from) => choose({ from })} />
      <span aria-hidden="true">–</span>
      <Day label="To" value={days.to} onChange={(to) => choose({ to })} />
    </div>
  );
}

/** While a year is typed, it is one of the first millennium. */
const FIRST = '2000-01-01';

function Day({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label class="field">
      <span class="visually-hidden">{label}</span>
      <input
        type="date"
        required
        min={FIRST}
        value={value}
        onChange={({ currentTarget }) => currentTarget.validity.valid && onChange(currentTarget.value)}
      />
    </label>
  );
}
