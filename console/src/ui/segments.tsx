// `<Segments label="Theme" options={{ auto: 'Auto', light: 'Light' }} value={theme} onChange={…} />`: one of a few.
import { useId } from 'preact/hooks';

interface Props {
  /** For screen readers. */
  label: string;
  options: Readonly<Record<string, string>>;
  value: string;
  onChange: (value: string) => void;
}

export function Segments({ label, options, value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{label}</legend>
      {Object.entries(options).map(([key, text]) => (
        <label key={key}>
          <input type="radio" name={name} value={key} checked={key === value} onChange={() => onChange(key)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
