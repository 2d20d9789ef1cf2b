// How much a number differs from the one of the period before.
import { number, share } from '../../ui/format.ts';

export const beforeText = (dayCount: number): string =>
  dayCount === 1 ? 'The day before' : `The ${number(dayCount)} days before`;

interface Props {
  now: number | null | undefined;
  before: number | null | undefined;
  dayCount: number;
}

/** Nothing if there was nothing to compare with. */
export function Change({ now, before, dayCount }: Props) {
  if (now === null || now === undefined || !before) return null;
  const change = (now - before) / before;
  const text = `${change > 0 ? '+' : ''}${share(change)}`;
  const tone = Math.abs(change) < 0.005 ? 'same' : change > 0 ? 'up' : 'down';
  return (
    <span class={`change ${tone}`} title={`${beforeText(dayCount)}: ${number(before)}`}>
      {text}
    </span>
  );
}
