// `<Chip tone="good">delivered</Chip>`: a state in a word or two.
import type { ComponentChildren } from 'preact';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'plain';

export function Chip({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`chip ${tone}`}>{children}</span>;
}
