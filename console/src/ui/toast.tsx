// Short messages that go away by themselves: `toast('The key is revoked')`, `toast('…', 'bad')`.
import { signal } from '@preact/signals';
import { Icon } from './icon.tsx';

interface Toast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
}

const SHOWN_MS = { good: 5000, bad: 15_000 };

const toasts = signal<Toast[]>([]);
let lastId = 0;

const dismiss = (id: number) => {
  toasts.value = toasts.value.filter((each) => each.id !== id);
};

export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.slice(-3), { id, text, tone }];
  setTimeout(() => dismiss(id), SHOWN_MS[tone]);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone }) => (
        <div class={`toast ${tone}`} key={id}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} />
          <span>{text}</span>
          <button class="button icon-only small" type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
