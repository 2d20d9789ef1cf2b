// `Ctrl+K` or `⌘K`: goes to a page, or looks up what is typed, from everywhere.
import { signal } from '@preact/signals';
import { useEffect, useId, useState } from 'preact/hooks';
import type { Page } from './pages.ts';
import { hrefOf, navigate } from './router.ts';
import { Dialog } from './ui/dialog.tsx';
import { Icon, type IconName } from './ui/icon.tsx';

interface Command {
  text: string;
  icon: IconName;
  href: string;
}

/** Pages whose search takes any text. */
const LOOKUPS: Readonly<Record<string, { text: (typed: string) => string; href: (typed: string) => string }>> = {
  lab: { text: (typed) => `Search for “${typed}”`, href: (typed) => hrefOf(['lab'], { q: typed }) },
  ledger: { text: (typed) => `Find the id “${typed}”`, href: (typed) => hrefOf(['ledger'], { id: typed }) },
  conversations: {
    text: (typed) => `Open the conversation “${typed}”`,
    href: (typed) => hrefOf(['conversations', typed]),
  },
};

function commandsFor(pages: readonly Page[], typed: string): Command[] {
  const word = typed.toLowerCase();
  const found = pages.filter(({ title }) => title.toLowerCase().includes(word));
  const lookups = typed === '' ? [] : pages.filter(({ path }) => Object.hasOwn(LOOKUPS, path));
  return [
    ...found.map(({ path, title, icon }) => ({ text: title, icon, href: hrefOf([path]) })),
    ...lookups.map(({ path, icon }) => ({ text: LOOKUPS[path]!.text(typed), icon, href: LOOKUPS[path]!.href(typed) })),
  ];
}

const isMac = /Mac|iP/.test(navigator.userAgent);

const isOpen = signal(false);
const close = () => {
  isOpen.value = false;
};

export const PaletteButton = () => (
  <button
    class="button small palette-button"
    type="button"
    onClick={() => {
      isOpen.value = true;
    }}
  >
    Go to … <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
  </button>
);

/** Not within the menu, which is hidden on a phone. */
export function Palette({ pages }: { pages: readonly Page[] }) {
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      isOpen.value = true;
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <Dialog title="Go to" isOpen={isOpen.value} onClose={close}>
      <Choice pages={pages} />
    </Dialog>
  );
}

/** The focus stays in the field; the arrows choose. */
function Choice({ pages }: { pages: readonly Page[] }) {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const commands = commandsFor(pages, typed.trim());
  const go = (command: Command | undefined) => {
    if (!command) return;
    close();
    navigate(command.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || commands.length === 0) return;
    event.preventDefault();
    setAt((at + step + commands.length) % commands.length);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go(commands[at]);
      }}
    >
      <div class="field">
        <input
          role="combobox"
          aria-label="A page, a query or an id"
          placeholder="A page, a query or an id"
          aria-expanded={commands.length > 0}
          aria-controls={id}
          aria-activedescendant={commands[at] && `${id}-${at}`}
          aria-autocomplete="list"
          autocomplete="off"
          spellcheck={false}
          autofocus
          value={typed}
          maxLength={200}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div class="palette" role="listbox" id={id} aria-label="Where to go">
        {commands.map((command, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and Enter chooses.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={command.href}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            onMouseMove={() => setAt(i)}
            onClick={() => go(command)}
          >
            <Icon name={command.icon} /> <span>{command.text}</span>
          </div>
        ))}
      </div>
    </form>
  );
}
