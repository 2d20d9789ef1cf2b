// `<JsonView value={event.data} />`: JSON with folding, for what has no page of its own.
import { CopyButton } from './copy-button.tsx';

/** Deeper values are folded. */
const OPEN_DEPTH = 2;

export function JsonView({ value }: { value: unknown }) {
  return (
    <div class="json-view">
      <CopyButton text={() => JSON.stringify(value, null, 2)} label="Copy as JSON" />
      <Value value={value} depth={0} />
    </div>
  );
}

function Value({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  const label = name === undefined ? null : <span class="json-name">{name}: </span>;
  if (typeof value !== 'object' || value === null)
    return (
      <div>
        {label}
        <span class={`json-${value === null ? 'null' : typeof value}`}>{JSON.stringify(value)}</span>
      </div>
    );
  const entries = Object.entries(value);
  const brackets = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0)
    return (
      <div>
        {label}
        {brackets}
      </div>
    );
  return (
    <details open={depth < OPEN_DEPTH}>
      <summary>
        {label}
        <span class="json-size">
          {brackets[0]}
          {entries.length}
          {brackets[1]}
        </span>
      </summary>
      <div class="json-children">
        {entries.map(([key, child]) => (
          <Value key={key} name={key} value={child} depth={depth + 1} />
        ))}
      </div>
    </details>
  );
}
