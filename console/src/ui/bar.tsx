// `<Bar label="Score" parts={[{ name: 'name', value: 4 }]} max={10} />`: parts of a whole, side by side.
export interface BarPart {
  name: string;
  value: number;
  /** The value as the person reads it. */
  text?: string;
  /** Number of its colour, if it is not its place among the parts. */
  series?: number;
}

/** Colours repeat after this many parts: see `--series-…` in tokens.css. */
const COLOURS = 8;

export const seriesClass = (index: number): string => `series-${(index % COLOURS) + 1}`;

/** `max` is the length of the whole bar; the sum of the parts if absent. Negative parts are marked at the end, as taken off. */
export function Bar({ label, parts, max }: { label: string; parts: readonly BarPart[]; max?: number }) {
  const positive = parts.filter(({ value }) => value > 0);
  const whole = max ?? positive.reduce((sum, { value }) => sum + value, 0);
  const taken = parts.reduce((sum, { value }) => sum - Math.min(0, value), 0);
  let start = 0;
  return (
    <svg class="bar-chart" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect class="track" width="100" height="8" />
      {whole > 0 &&
        positive.map(({ name, value, text = String(value), series }) => {
          const x = start;
          const width = (value / whole) * 100;
          start += width;
          return (
            <rect
              key={name}
              class={seriesClass(series ?? parts.findIndex((part) => part.name === name))}
              x={x}
              width={width}
              height="8"
            >
              <title>{`${name}: ${text}`}</title>
            </rect>
          );
        })}
      {whole > 0 && taken > 0 && (
        <rect class="taken" x={Math.max(0, start - (taken / whole) * 100)} width={(taken / whole) * 100} height="8" />
      )}
    </svg>
  );
}
